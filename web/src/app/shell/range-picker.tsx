import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Popover } from "radix-ui";
import { useState, type FormEvent, type ReactElement } from "react";
import { useRange } from "@/lib/scope";
import { useChooseRange } from "@/lib/time/choose";
import { defaultRange, lengthName, presets, rangeLabel, refreshes, spanOf, type RangeSearch } from "@/lib/time/range";
import { fieldOf, instantOf, setZone, useZone, zones, type Zone } from "@/lib/time/zone";
import { Button, IconButton } from "@/ui/button";
import { SmallSelect, TextField } from "@/ui/field";
import { Icon } from "@/ui/icon";

const pressed = "aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent";

/** The time range of the page and the zone of its times, kept in its URL, and a button that reads everything anew. */
export function RangePicker(): ReactElement {
  const range = useRange();
  const zone = useZone();
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const put = useChooseRange();
  const choose = (next: RangeSearch): void => {
    setOpen(false);
    put(next);
  };
  return (
    <div className="flex items-center">
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger className="flex h-7.5 items-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap hover:bg-hover" aria-label={`Time range: ${rangeLabel(range)}`}>
          <Icon name="clock" className="size-3.5 text-muted" />
          <span className="max-sm:hidden">{rangeLabel(range)}</span>
          {zone === "utc" && range.from === undefined && <span className="text-xs text-muted max-sm:hidden">UTC</span>}
          <Icon name="chevron" className="size-3 text-muted" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content align="end" sideOffset={4} collisionPadding={8} aria-label="Time range" className="z-50 flex max-h-[var(--radix-popover-content-available-height)] w-72 animate-appear flex-col gap-3 overflow-y-auto rounded-lg border border-line bg-panel p-3 shadow-pop">
            <div className="grid grid-cols-3 gap-1.5">
              {presets.map((preset) => (
                <Button key={preset} aria-pressed={range.from === undefined && (range.range ?? defaultRange) === preset} className={pressed} onClick={() => choose(preset === defaultRange ? {} : { range: preset })}>
                  {lengthName(preset)}
                </Button>
              ))}
            </div>
            <Between key={zone} range={range} choose={choose} />
            <Habits range={range} zone={zone} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <IconButton icon="refresh" label="Read again" className="max-sm:hidden" onClick={() => void client.invalidateQueries()} />
    </div>
  );
}

function Between({ range, choose }: { range: RangeSearch; choose: (next: RangeSearch) => void }): ReactElement {
  const [span] = useState(() => spanOf(range, Date.now()));
  const [from, setFrom] = useState(() => fieldOf(span.from));
  const [to, setTo] = useState(() => fieldOf(span.to));
  const wrong = instantOf(from) >= instantOf(to) ? "The end lies before the beginning." : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    choose({ from: instantOf(from), to: instantOf(to) });
  };
  return (
    <form className="flex flex-col gap-2 border-t border-line pt-3" onSubmit={submit}>
      <TextField label="From" type="datetime-local" required value={from} onChange={(e) => setFrom(e.target.value)} />
      <TextField label="To" type="datetime-local" required value={to} error={wrong} onChange={(e) => setTo(e.target.value)} />
      <Button type="submit" disabled={wrong !== undefined}>
        Show these times
      </Button>
    </form>
  );
}

const zoneNames: Record<Zone, string> = { local: "Local time", utc: "UTC" };

/** How times are written, and how often the page is read again. */
function Habits({ range, zone }: { range: RangeSearch; zone: Zone }): ReactElement {
  const navigate = useNavigate();
  const put = (next: object): void => void navigate({ to: ".", search: (before: object) => ({ ...before, ...next }), replace: true });
  const write = (next: Zone): void => {
    setZone(next);
    put({ tz: next === "utc" ? next : undefined });
  };
  return (
    <div className="flex flex-col gap-2.5 border-t border-line pt-3 text-sm">
      <div role="group" aria-label="Times are written in" className="grid grid-cols-2 gap-1.5">
        {zones.map((z) => (
          <Button key={z} aria-pressed={z === zone} className={pressed} onClick={() => write(z)}>
            {zoneNames[z]}
          </Button>
        ))}
      </div>
      <label className="flex items-center justify-between gap-2">
        Read again
        <SmallSelect label="Read again" disabled={range.from !== undefined} value={range.refresh ?? ""} onChange={(e) => put({ refresh: e.target.value || undefined })}>
          <option value="">as is useful</option>
          {refreshes.map((r) => (
            <option key={r} value={r}>
              {r === "off" ? "never" : `every ${lengthName(r)}`}
            </option>
          ))}
        </SmallSelect>
      </label>
    </div>
  );
}
