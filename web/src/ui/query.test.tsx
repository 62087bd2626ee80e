// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ApiError } from "@/lib/api/error";
import { View } from "./query";

afterEach(cleanup);

function Letters({ read }: { read: () => Promise<string[]> }): ReactElement {
  const query = useQuery({ queryKey: ["letters"], queryFn: read, retry: false });
  return (
    <View query={query} what="Listing letters" loading="loading" isEmpty={(all) => all.length === 0} empty="no letters">
      {(all) => all.join()}
    </View>
  );
}

function show(read: () => Promise<string[]>): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Letters read={read} />
    </QueryClientProvider>,
  );
}

test("a view is loading, then has data", async () => {
  show(() => Promise.resolve(["a", "b"]));
  screen.getByText("loading");
  await screen.findByText("a,b");
});

test("a view that has nothing says so", async () => {
  show(() => Promise.resolve([]));
  await screen.findByText("no letters");
});

test("a view that failed says what, with the request, and can be tried again", async () => {
  const read = vi.fn<() => Promise<string[]>>().mockRejectedValueOnce(new ApiError(503, "store not available", "REQ9")).mockResolvedValueOnce(["a"]);
  show(read);
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Listing letters failed");
  expect(alert.textContent).toContain("Store not available.");
  expect(alert.textContent).toContain("Request REQ9");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("a");
});
