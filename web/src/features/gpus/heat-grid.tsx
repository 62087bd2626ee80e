import clsx from "clsx";
import { useRef, useState, type CSSProperties, type KeyboardEvent, type ReactElement } from "react";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { stateOf } from "@/features/gpus/api/state";
import { plural } from "@/lib/format";
import { useEntryKeys } from "@/ui/row-keys";
import { keyOf, nameOf, walk, type Group } from "./fleet";
import { HoverCard, type Hovered } from "./hover-card";
import { colourOf, measures, stepOf, steps, type MeasureName } from "./measures";
import { remarksOf, stateLooks } from "./state-sign";

interface Props {
  groups: Group[];
  by: MeasureName;
  open: string | undefined; // id of the GPU in the drawer
  zombies: Set<string>; // keys of GPUs with one
  onOpen: (gpu: Gpu) => void;
}

const entering = ["j", "ArrowDown", "ArrowRight"];

/** One cell for each GPU. Arrows, j and k walk through them, Enter opens one. */
export function HeatGrid({ groups, by, open, zombies, onOpen }: Props): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [hovered, setHovered] = useState<Hovered>();
  const cells = groups.flatMap((g) => g.gpus);
  const at = Math.min(current, cells.length - 1);
  const focus = (index: number): void => box.current?.querySelectorAll<HTMLElement>("[data-cell]")[index]?.focus();
  useEntryKeys(entering, () => focus(at), true); // before any table of the page
  const show = (target: EventTarget): void => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-cell]") : null;
    const gpu = cell && cells[Number(cell.dataset["cell"])];
    setHovered(gpu ? { gpu, at: cell.getBoundingClientRect() } : undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      setHovered(undefined);
      if (!open) (document.activeElement as HTMLElement | null)?.blur();
      return;
    }
    const to = walk(groups.map((g) => g.gpus.length), at, event.key);
    if (to === undefined) return;
    event.preventDefault();
    focus(to);
  };
  const two = groups.length > 4 && groups.every((g) => g.gpus.length <= 8); // columns of rows
  let index = 0;
  return (
    <div
      ref={box}
      role="group"
      aria-label={`GPUs coloured by ${by}`}
      onKeyDown={onKeyDown}
      onPointerOver={(e) => e.pointerType === "mouse" && show(e.target)}
      onPointerLeave={() => setHovered(undefined)}
      onFocus={(e) => show(e.target)}
      onBlur={() => setHovered(undefined)}
      className={clsx("-mb-1 gap-x-4", two && "xl:columns-2")}
    >
      {groups.map((group) => (
        <div key={group.name} role="group" aria-label={`${group.name}: ${plural(group.gpus.length, "GPU")}`} className="mb-1 flex break-inside-avoid gap-x-3 max-sm:flex-col">
          <span className={clsx("shrink-0 truncate pt-[5px] text-sm text-muted", two ? "w-24" : "w-36")} title={group.name}>
            {group.name}
          </span>
          <div className="flex flex-wrap gap-[3px]">
            {group.gpus.map((gpu) => {
              const i = index++;
              return <Cell key={keyOf(gpu.host, gpu.id)} gpu={gpu} by={by} index={i} reachable={i === at} open={gpu.id === open} zombie={zombies.has(keyOf(gpu.host, gpu.id))} onFocus={() => setCurrent(i)} onOpen={() => onOpen(gpu)} />;
            })}
          </div>
        </div>
      ))}
      {hovered && <HoverCard of={hovered} />}
    </div>
  );
}

interface CellProps {
  gpu: Gpu;
  by: MeasureName;
  index: number;
  reachable: boolean;
  open: boolean;
  zombie: boolean;
  onFocus: () => void;
  onOpen: () => void;
}

function Cell({ gpu, by, index, reachable, open, zombie, onFocus, onOpen }: CellProps): ReactElement {
  const measure = measures[by];
  const step = stepOf(measure.share(gpu));
  const state = stateOf(gpu);
  const { word, sign } = stateLooks[state];
  const said = [nameOf(gpu), `${by} ${measure.long(gpu)}`, word, ...remarksOf(gpu), ...(zombie ? ["zombie process"] : [])].join(", ");
  return (
    <button
      type="button"
      data-cell={index}
      aria-label={said}
      aria-pressed={open}
      tabIndex={reachable ? 0 : -1}
      onFocus={onFocus}
      onClick={onOpen}
      style={{ "--cell": colourOf(step) } as CSSProperties}
      className={clsx(
        "relative flex h-7 w-11 max-sm:w-9 items-center justify-center rounded-[4px] border bg-(--cell) text-xs",
        step === steps.length - 1 ? "text-on-accent" : "text-text",
        open ? "border-accent ring-2 ring-accent ring-offset-2 ring-offset-panel" : state === "error" ? "border-bad" : state === "silent" ? "border-dashed border-line-strong" : "border-text/10",
        "hover:border-text",
      )}
    >
      {measure.short(gpu)}
      {sign && <Corner sign={sign} className={state === "error" ? "bg-bad-strong text-on-accent" : state === "silent" ? "bg-sunken text-muted" : "bg-warn-soft text-warn"} />}
      {zombie && <Corner sign="z" bottom className="bg-bad-strong text-on-accent" />}
    </button>
  );
}

function Corner({ sign, bottom = false, className }: { sign: string; bottom?: boolean; className: string }): ReactElement {
  return <span className={clsx("absolute flex size-3.5 items-center justify-center rounded-[3px] border border-panel text-[9px] leading-none font-bold", bottom ? "-right-1 -bottom-1" : "-top-1 -right-1", className)}>{sign}</span>;
}

/** What the colours and signs say. */
export function Legend({ by }: { by: MeasureName }): ReactElement {
  const { ends, about } = measures[by];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted">
      <span className="inline-flex items-center gap-1.5">
        {ends[0]}
        <span className="inline-flex overflow-hidden rounded-[3px] border border-line" aria-hidden="true">
          {steps.map((s, i) => (
            <span key={s.mix} className="h-2.5 w-5 bg-(--cell)" style={{ "--cell": colourOf(i) } as CSSProperties} />
          ))}
        </span>
        {ends[1]}
        <span className="sr-only">, full colour: {about}</span>
      </span>
      <span>! error</span>
      <span>▾ throttled</span>
      <span>○ idle but allocated</span>
      <span>z zombie</span>
      <span>? silent</span>
    </div>
  );
}
