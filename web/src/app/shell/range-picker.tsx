import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Popover } from "radix-ui";
import { useState, type FormEvent, type ReactElement } from "react";
import { useRange } from "@/lib/scope";
import { defaultRange, presets, rangeName, spanOf, type RangeSearch } from "@/lib/time/range";
import { Button, IconButton } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Icon } from "@/ui/icon";

/** The time range of the page, kept in its URL, and a button that reads everything anew. */
export function RangePicker(): ReactElement {
  const range = useRange();
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const choose = (next: RangeSearch): void => {
    setOpen(false);
    void navigate({ to: ".", search: (before: object) => ({ ...before, range: undefined, from: undefined, to: undefined, ...next }) });
  };
  return (
    <div className="flex items-center">
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger className="flex h-7.5 items-center gap-1.5 rounded-md px-2 text-sm whitespace-nowrap hover:bg-hover" aria-label={`Time range: ${rangeName(range)}`}>
          <Icon name="clock" className="size-3.5 text-muted" />
          <span className="max-sm:hidden">{rangeName(range)}</span>
          <Icon name="chevron" className="size-3 text-muted" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content align="end" sideOffset={4} collisionPadding={8} aria-label="Time range" className="z-50 w-64 animate-appear rounded-lg border border-line bg-panel p-3 shadow-pop">
            <div className="grid grid-cols-3 gap-1.5">
              {presets.map((preset) => (
                <Button key={preset} aria-pressed={!range.from && (range.range ?? defaultRange) === preset} className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent" onClick={() => choose(preset === defaultRange ? {} : { range: preset })}>
                  {rangeName({ range: preset }).replace("last ", "")}
                </Button>
              ))}
            </div>
            <Between range={range} choose={choose} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <IconButton icon="refresh" label="Read again" className="max-sm:hidden" onClick={() => void client.invalidateQueries()} />
    </div>
  );
}

function Between({ range, choose }: { range: RangeSearch; choose: (next: RangeSearch) => void }): ReactElement {
  const [span] = useState(() => spanOf(range, Date.now()));
  const [from, setFrom] = useState(() => local(span.from));
  const [to, setTo] = useState(() => local(span.to));
  const wrong = Date.parse(from) >= Date.parse(to) ? "The end lies before the beginning." : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    choose({ from: Date.parse(from), to: Date.parse(to) });
  };
  return (
    <form className="mt-3 flex flex-col gap-2 border-t border-line pt-3" onSubmit={submit}>
      <TextField label="From" type="datetime-local" required value={from} onChange={(e) => setFrom(e.target.value)} />
      <TextField label="To" type="datetime-local" required value={to} error={wrong} onChange={(e) => setTo(e.target.value)} />
      <Button type="submit" disabled={wrong !== undefined}>
        Show these times
      </Button>
    </form>
  );
}

/** An instant as a datetime-local field holds it: the reader's zone, to the minute. */
function local(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
