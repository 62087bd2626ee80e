// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState, type ReactElement } from "react";
import { afterEach, expect, test } from "vitest";
import { Combobox } from "./combobox";

afterEach(cleanup);

function Fruit({ submits }: { submits: boolean }): ReactElement {
  const [text, setText] = useState("");
  const [picked, setPicked] = useState("");
  return (
    <>
      <Combobox label="Fruit" value={text} onChange={setText} suggestions={["apple", "pear"].map((id) => ({ id, text: id }))} onPick={(s) => setPicked(s.id)} submits={submits} />
      <output>{picked}</output>
    </>
  );
}

const type = (value: string): boolean => fireEvent.change(screen.getByRole("combobox"), { target: { value } });

/** Whether a key is left to what the field stands in: Enter would send a form. */
const passes = (key: string): boolean => fireEvent.keyDown(screen.getByRole("combobox"), { key });

test("arrows mark a suggestion and Enter takes it, without sending the form", () => {
  render(<Fruit submits />);
  type("p");
  expect(screen.getAllByRole("option").map((o) => o.textContent)).toEqual(["pear", "apple"]); // what begins so comes first
  expect(passes("ArrowDown")).toBe(false);
  expect(passes("Enter")).toBe(false);
  expect(screen.getByRole("status").textContent).toBe("pear");
});

test.each([true, false])("Enter on a typed text is left to the form where the field submits: %s", (submits) => {
  render(<Fruit submits={submits} />);
  type("plum");
  expect(passes("Enter")).toBe(submits);
});
