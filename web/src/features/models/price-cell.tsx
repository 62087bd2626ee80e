import { useRef, useState, type ReactElement } from "react";
import { parsePrice, priceText } from "./price";

interface Props {
  label: string; // "Input price of gpt-4o"
  price: number;
  unpriced?: boolean; // 0 means: not priced apart
  save?: (price: number) => void; // left out when it cannot be changed
}

/** A price that is changed where it stands. Enter or leaving keeps it, Escape does not. */
export function PriceCell({ label, price, unpriced = false, save }: Props): ReactElement {
  const [text, setText] = useState<string | null>(null); // null while it is only shown
  const button = useRef<HTMLButtonElement>(null);
  const shown = price === 0 && unpriced ? "–" : priceText(price);
  if (!save) return <>{shown}</>;
  if (text === null) {
    return (
      <button ref={button} type="button" aria-label={`${label}: ${shown}`} title="Change the price" onClick={() => setText(String(price))} className="-mx-1.5 rounded px-1.5 py-0.5 text-right decoration-dotted underline-offset-4 hover:bg-hover hover:underline">
        {shown}
      </button>
    );
  }
  const next = parsePrice(text);
  const close = (back: boolean): void => {
    setText(null);
    if (back) requestAnimationFrame(() => button.current?.focus());
  };
  const keep = (back: boolean): void => {
    if (next === undefined) return back ? undefined : close(false);
    if (next !== price) save(next);
    close(back);
  };
  return (
    <input
      autoFocus
      aria-label={label}
      aria-invalid={next === undefined || undefined}
      inputMode="decimal"
      value={text}
      onFocus={(e) => e.target.select()}
      onChange={(e) => setText(e.target.value)}
      onBlur={() => keep(false)}
      onKeyDown={(e) => {
        if (e.key === "Enter") keep(true);
        if (e.key === "Escape") {
          e.stopPropagation();
          close(true);
        }
      }}
      className="-my-0.5 -mr-1.5 h-6.5 w-20 rounded border border-line-strong bg-panel px-1.5 text-right aria-invalid:border-bad"
    />
  );
}
