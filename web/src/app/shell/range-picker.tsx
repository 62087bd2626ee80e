import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Popover } from "radix-ui";
import { useState, type FormEvent, type ReactElement } from "react";
import { useRange } from "@/lib/scope";
import { useChooseRange } from "@/lib/time/choose";
import { defaultRange, lengthName, linkTo, presets, rangeLabel, refreshes, spanOf, type RangeSearch, type Span } from "@/lib/time/range";
import { between, readTyped } from "@/lib/time/typed";
import { fieldOf, instantOf, setZone, useZone, zones, type Zone } from "@/lib/time/zone";
import { Button, IconButton } from "@/ui/button";
import { useCopy } from "@/ui/copy";
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
            <Written key={zone} range={range} choose={choose} />
            <Habits range={range} zone={zone} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <IconButton icon="refresh" label="Read again" className="max-sm:hidden" onClick={() => void client.invalidateQueries()} />
    </div>
  );
}

/** A range in words, or between two fields. */
function Written({ range, choose }: { range: RangeSearch; choose: (next: RangeSearch) => void }): ReactElement {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const said = readTyped(text, Date.now());
    if ("range" in said) choose(said.range);
    else setWrong(said.wrong);
  };
  return (
    <>
      <form className="border-t border-line pt-3" onSubmit={submit}>
        <TextField
          label="Time in words"
          placeholder="last 90m, or 03:00 to 04:00"
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={wrong}
          onChange={(e) => {
            setText(e.target.value);
            setWrong(undefined);
          }}
        />
      </form>
      <Between range={range} choose={choose} />
    </>
  );
}

function Between({ range, choose }: { range: RangeSearch; choose: (next: RangeSearch) => void }): ReactElement {
  const [now] = useState(() => Date.now());
  const [span] = useState(() => spanOf(range, now));
  const [from, setFrom] = useState(() => fieldOf(span.from));
  const [to, setTo] = useState(() => fieldOf(span.to));
  const said = between(instantOf(from), instantOf(to), now);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if ("range" in said) choose(said.range);
  };
  return (
    <form className="flex flex-col gap-2 border-t border-line pt-3" onSubmit={submit}>
      <TextField label="From" type="datetime-local" required value={from} onChange={(e) => setFrom(e.target.value)} />
      <TextField label="To" type="datetime-local" required value={to} error={"wrong" in said ? said.wrong : undefined} onChange={(e) => setTo(e.target.value)} />
      <div className="flex gap-1.5">
        <Button type="submit" disabled={"wrong" in said} className="flex-1">
          Show these times
        </Button>
        <CopyLink span={span} />
      </div>
    </form>
  );
}

/** A link for somebody else: to what is seen now, also when it is opened later. */
function CopyLink({ span }: { span: Span }): ReactElement {
  const { copied, copy } = useCopy(linkTo(useLocation().href, span));
  return (
    <Button icon={copied ? "check" : "copy"} onClick={copy} title="A link that shows this moment, whenever it is opened">
      {copied ? "Copied" : "Copy link"}
    </Button>
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
