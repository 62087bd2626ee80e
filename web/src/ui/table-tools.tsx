import { useState, type ReactElement } from "react";
import { saveFile } from "@/lib/save-file";
import { storage } from "@/lib/storage";
import { Button } from "./button";
import { csv } from "./csv";
import { Menu, MenuItem, MenuTitle } from "./menu";
import type { Column } from "./table";

/** The columns of a table that the reader has left in; remembered under the table's name. */
export function useColumns<T>(name: string | undefined, columns: Column<T>[]): { shown: Column<T>[]; toggle: (column: string) => void } {
  const [hidden, setHidden] = useState<string[]>(() => (name ? (storage.get(`columns.${name}`) ?? "").split("\n") : []));
  const toggle = (column: string): void => {
    const next = hidden.includes(column) ? hidden.filter((h) => h !== column) : [...hidden, column];
    setHidden(next);
    storage.set(`columns.${name}`, next.join("\n"));
  };
  return { shown: columns.filter((c, index) => index === 0 || !hidden.includes(c.name)), toggle };
}

interface Props<T> {
  name: string; // also of the exported file
  columns: Column<T>[];
  shown: Column<T>[];
  toggle: (column: string) => void;
  rows: T[];
}

/** Which columns are shown, and a file of what is shown. The first column always is. */
export function TableTools<T>({ name, columns, shown, toggle, rows }: Props<T>): ReactElement {
  const save = (): void => {
    const written = shown.filter((c) => c.text);
    const text = csv([written.map((c) => c.name), ...rows.map((row) => written.map((c) => c.text?.(row) ?? ""))]);
    saveFile(`${name}.csv`, new Blob([text], { type: "text/csv;charset=utf-8" }));
  };
  return (
    <div className="flex justify-end gap-1">
      <Menu align="end" trigger={<Button kind="quiet">Columns</Button>}>
        <MenuTitle>Columns</MenuTitle>
        {columns.slice(1).map((c) => (
          <MenuItem key={c.name} chosen={shown.includes(c)} onSelect={() => toggle(c.name)}>
            {c.name}
          </MenuItem>
        ))}
      </Menu>
      <Button kind="quiet" onClick={save}>
        Export
      </Button>
    </div>
  );
}
