import { useEffect, useRef, useState, type ReactElement } from "react";
import { exportLogs, formats, type Format } from "@/features/logs/api/export-logs";
import type { Search } from "@/features/logs/api/search-logs";
import { sentence } from "@/lib/api/error";
import { count, plural } from "@/lib/format";
import { saveFile } from "@/lib/save-file";
import { useScope } from "@/lib/scope";
import type { Span } from "@/lib/time/range";
import { Button } from "@/ui/button";
import { Menu, MenuItem, MenuTitle } from "@/ui/menu";

const most = 1_000_000; // lines; the server sends no more
const names: Record<Format, string> = { csv: "CSV, for spreadsheets", ndjson: "NDJSON, one object for each line" };

interface Progress {
  lines: number;
  of: number; // how many are expected
}

/** A file of all that was found in a span, with how far it is; it can be cancelled. */
export function ExportButton({ search, span, total }: { search: Search; span: Span; total: number }): ReactElement {
  const scope = useScope();
  const [progress, setProgress] = useState<Progress>();
  const [said, setSaid] = useState("");
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const start = async (format: Format): Promise<void> => {
    const control = new AbortController();
    stop.current = control;
    let lines = 0;
    setSaid("");
    setProgress({ lines: 0, of: total });
    try {
      const file = await exportLogs(scope, span, search, format, (n) => setProgress({ lines: (lines = n), of: total }), control.signal);
      saveFile(`logs.${format}`, file);
      // A stream that broke off ends like one that is complete.
      const complete = lines >= Math.min(total, most);
      setSaid(!complete ? `Only ${count(lines)} of ${plural(total, "line")} came: the file may not be complete.` : lines >= most ? `The first ${count(most)} lines. Choose a shorter time range for the others.` : "");
    } catch (error) {
      if (!control.signal.aborted) setSaid(`The export failed: ${sentence(error)}`);
    }
    setProgress(undefined);
  };
  if (progress) {
    return (
      <span role="status" className="flex items-center gap-2 text-sm text-muted">
        {count(progress.lines)} of {count(Math.min(progress.of, most))} lines
        <Button kind="quiet" icon="close" onClick={() => stop.current?.abort()}>
          Cancel
        </Button>
      </span>
    );
  }
  return (
    <>
      {said && (
        <span role="alert" className="max-w-80 text-sm text-warn">
          {said}
        </span>
      )}
      <Menu align="end" trigger={<Button>Export</Button>}>
        <MenuTitle>{total > most ? `The first ${count(most)} of ${plural(total, "line")}` : plural(total, "line")}</MenuTitle>
        {formats.map((format) => (
          <MenuItem key={format} onSelect={() => void start(format)}>
            {names[format]}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
