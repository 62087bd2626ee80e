// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "@/lib/api/error";
import { Confirm } from "./confirm";

afterEach(cleanup);

test("asks once, names what is lost, and stays when the action fails", async () => {
  const run = vi.fn().mockRejectedValueOnce(new ApiError(409, "signals are routed to this configuration", "REQ7")).mockResolvedValueOnce(undefined);
  render(<Confirm trigger={<button>Delete…</button>} title="Delete it?" lost="The password will be gone." action="Delete" run={run} />);
  fireEvent.click(screen.getByText("Delete…"));
  expect(screen.getByRole("alertdialog").textContent).toContain("The password will be gone.");
  expect(run).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Signals are routed to this configuration.Request REQ7"));
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(run).toHaveBeenCalledTimes(2);
});
