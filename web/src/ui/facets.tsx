import clsx from "clsx";
import { useState, type KeyboardEvent, type ReactElement, type ReactNode } from "react";
import { compact, count } from "@/lib/format";
import { storage } from "@/lib/storage";
import { addFilter, keyText, sameKey, stateOf, toggleValue, type Filter, type Key } from "@/lib/telemetry/filter";
import { Button, IconButton } from "./button";
import { Icon } from "./icon";
import { Bar } from "./states";

/** A key whose values can be chosen from. */
export interface FacetKey extends Key {
  label: string;
  open?: boolean; // from the start
}

/** The values of a facet. */
export interface FacetValues {
  values: { value: string; count: number }[] | undefined; // most frequent first; undefined while they are counted
  more?: boolean; // there are more than these
  failed?: boolean;
}

/** Which facets are open; remembered under a name. Only those need their values. */
export function useOpenFacets(name: string, facets: FacetKey[]): { isOpen: (key: Key) => boolean; toggle: (key: Key) => void } {
  const [turned, setTurned] = useState(() => (storage.get(`facets.${name}`) ?? "").split("\n"));
  const isOpen = (key: Key): boolean => (facets.find((f) => sameKey(f, key))?.open ?? false) !== turned.includes(keyText(key));
  const toggle = (key: Key): void => {
    const text = keyText(key);
    const next = turned.includes(text) ? turned.filter((t) => t !== text) : [...turned, text];
    setTurned(next);
    storage.set(`facets.${name}`, next.join("\n"));
  };
  return { isOpen, toggle };
}

interface Props {
  facets: FacetKey[];
  isOpen: (key: Key) => boolean; // of useOpenFacets
  onToggle: (key: Key) => void;
  valuesOf: (key: Key) => FacetValues; // asked of open ones only
  onMore: (key: Key) => void; // wants more values: more… was pressed, or values are searched
  filters: Filter[];
  onChange: (to: Filter[]) => void;
  draw?: (key: Key, value: string) => ReactNode; // how a value looks; else its text
}

/** Values to choose from beside a list. Folds into a strip, and on a phone under a button. */
export function Facets(props: Props): ReactElement {
  const [folded, setFolded] = useState(() => storage.get("facets.folded") === "yes");
  const [shown, setShown] = useState(false); // on a phone
  const fold = (to: boolean): void => {
    setFolded(to);
    storage.set("facets.folded", to ? "yes" : "no");
  };
  return (
    <aside aria-label="Facets" className={clsx("shrink-0", folded ? "md:w-7" : "md:w-52")}>
      <Button icon="filter" className="w-full md:hidden" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? "Hide facets" : `Facets${props.filters.length > 0 ? ` (${props.filters.length})` : ""}`}
      </Button>
      <div className="flex h-7 items-center justify-between max-md:hidden">
        {!folded && <h2 className="text-xs font-medium text-muted">Facets</h2>}
        <IconButton icon="sidebar" label={folded ? "Show facets" : "Fold facets away"} aria-expanded={!folded} onClick={() => fold(!folded)} />
      </div>
      <div className={clsx("flex flex-col divide-y divide-line", !shown && "max-md:hidden", folded && "md:hidden")} onKeyDown={walk}>
        {props.facets.map((facet) => (
          <Facet key={keyText(facet)} facet={facet} {...props} />
        ))}
      </div>
    </aside>
  );
}

/** Arrows walk through the values and headings. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-stop]")];
  const at = stops.findIndex((s) => s === document.activeElement || s.parentElement?.contains(document.activeElement));
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
  event.preventDefault();
}

function Facet({ facet, isOpen, onToggle, ...rest }: Props & { facet: FacetKey }): ReactElement {
  const open = isOpen(facet);
  const chosen = rest.filters.filter((f) => sameKey(f, facet)).length > 0;
  return (
    <section aria-label={facet.label} className="py-1.5">
      <h3>
        <button type="button" data-stop aria-expanded={open} onClick={() => onToggle(facet)} className="flex w-full items-center gap-1.5 rounded px-1 py-0.5 text-left text-sm font-medium hover:bg-hover">
          <Icon name="chevron" className={clsx("size-3 text-muted", !open && "-rotate-90")} />
          <span className="min-w-0 flex-1 truncate" title={facet.key}>
            {facet.label}
          </span>
          {chosen && <span className="size-1.5 rounded-full bg-accent" title="filtered" />}
        </button>
      </h3>
      {open && <Values facet={facet} {...rest} />}
    </section>
  );
}

const few = 8; // values before more…

function Values({ facet, valuesOf, onMore, filters, onChange, draw }: Omit<Props, "facets" | "isOpen" | "onToggle"> & { facet: FacetKey }): ReactElement {
  const { values, more = false, failed = false } = valuesOf(facet);
  const [sought, setSought] = useState("");
  const [whole, setWhole] = useState(false);
  if (failed) return <p className="px-1 py-1 text-xs text-bad">The values could not be counted.</p>;
  if (!values) return <Loading />;
  const here = withChosen(values, filters, facet);
  if (here.length === 0) return <p className="px-1 py-1 text-xs text-muted">None in this time range.</p>;
  const found = here.filter((v) => v.value.toLowerCase().includes(sought.toLowerCase()));
  const shown = whole ? found : found.slice(0, few);
  const most = Math.max(...values.map((v) => v.count), 1);
  const rest = found.length > shown.length || (more && !whole);
  return (
    <div className="mt-0.5 flex flex-col gap-px">
      {(here.length > few || more) && (
        <input
          type="search"
          aria-label={`Search ${facet.label}`}
          placeholder="Search values"
          value={sought}
          className="mb-1 h-6.5 w-full rounded border border-line bg-panel px-2 text-xs placeholder:text-muted"
          onChange={(event) => {
            setSought(event.target.value);
            if (more) onMore(facet);
          }}
        />
      )}
      <ul aria-label={`Values of ${facet.label}`} className={clsx("flex flex-col gap-px", whole && "max-h-72 overflow-y-auto")}>
        {shown.map((v) => (
          <Value key={v.value} facet={facet} of={v} share={v.count / most} state={stateOf(filters, facet, v.value)} onToggle={(not) => onChange(toggleValue(filters, facet, v.value, not))}>
            {draw?.(facet, v.value) ?? v.value}
          </Value>
        ))}
      </ul>
      {found.length === 0 && <p className="px-1 py-1 text-xs text-muted">No value holds “{sought}”.</p>}
      {sought !== "" && (
        <button type="button" data-stop className="rounded px-1 py-0.5 text-left text-xs text-accent hover:bg-hover" onClick={() => onChange(addFilter(filters, { source: facet.source, key: facet.key, op: "contains", values: [sought], not: false }))}>
          contains “{sought}”
        </button>
      )}
      {rest && (
        <button
          type="button"
          data-stop
          className="rounded px-1 py-0.5 text-left text-xs text-accent hover:bg-hover"
          onClick={() => {
            setWhole(true);
            if (more) onMore(facet);
          }}
        >
          more…
        </button>
      )}
    </div>
  );
}

/** The values, with chosen ones that do not occur now: they can be taken back. */
function withChosen(values: { value: string; count: number }[], filters: Filter[], key: Key): { value: string; count: number }[] {
  const chosen = filters.filter((f) => sameKey(f, key) && f.op === "in").flatMap((f) => f.values);
  return [...chosen.filter((c) => !values.some((v) => v.value === c)).map((value) => ({ value, count: 0 })), ...values];
}

interface ValueProps {
  facet: FacetKey;
  of: { value: string; count: number };
  share: number;
  state: "in" | "out" | undefined;
  onToggle: (not: boolean) => void;
  children: ReactNode;
}

function Value({ facet, of, share, state, onToggle, children }: ValueProps): ReactElement {
  const name = of.value || "(empty)";
  return (
    <li className={clsx("group relative flex items-center rounded text-sm", state === "in" ? "bg-accent-soft" : "hover:bg-hover")}>
      <span className="absolute bottom-0 left-0 h-0.5 rounded bg-line-strong" style={{ width: `${share * 100}%` }} aria-hidden="true" />
      <button
        type="button"
        data-stop
        aria-pressed={state === "in"}
        aria-label={`${facet.label}: ${name}, ${count(of.count)}`}
        onClick={() => onToggle(false)}
        title={name}
        className="flex min-w-0 flex-1 items-center gap-1.5 rounded px-1 py-0.5 text-left"
      >
        {state === "in" && <Icon name="check" className="size-3 text-accent" />}
        {state === "out" && <Icon name="minus" className="size-3 text-bad" />}
        <span className={clsx("min-w-0 flex-1 truncate", state === "in" && "font-medium text-accent", state === "out" && "text-muted line-through")}>{of.value ? children : name}</span>
        <span className="text-xs text-muted">{compact(of.count)}</span>
      </button>
      <button
        type="button"
        aria-pressed={state === "out"}
        aria-label={`Exclude ${facet.label}: ${name}`}
        title="Exclude"
        onClick={() => onToggle(true)}
        className="flex h-full w-5 items-center justify-center rounded text-muted group-hover:opacity-100 hover:text-text focus-visible:opacity-100 md:opacity-0"
      >
        <Icon name="minus" className="size-3" />
      </button>
    </li>
  );
}

function Loading(): ReactElement {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-1 px-1 py-1">
      {["w-32", "w-24", "w-28"].map((width) => (
        <Bar key={width} className={width} />
      ))}
    </div>
  );
}
