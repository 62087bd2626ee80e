// Made once: making a format takes far longer than using it.
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
const tenths = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const hundredths = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

/** A count in full: 12,345. */
export function count(n: number): string {
  return whole.format(n);
}

/** A count that has to fit: 12.3K. */
export function compact(n: number): string {
  return Math.abs(n) < 10_000 ? whole.format(n) : short.format(n);
}

/** A rate with as many digits as matter: 0.4, 12, 1,234. */
export function rate(perMinute: number): string {
  if (perMinute > 0 && perMinute < 0.1) return "< 0.1";
  return perMinute < 10 && !Number.isInteger(perMinute) ? perMinute.toFixed(1) : compact(Math.round(perMinute));
}

const bytes = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
const seconds: [number, string][] = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "µs"],
  [1e-9, "ns"],
];

/** A value with the unit of its metric's metadata (UCUM): By → GiB, 1 → %, s → ms. */
export function withUnit(value: number, unit: string): string {
  switch (unit) {
    case "By":
    case "By/s": {
      const step = value === 0 ? 0 : Math.min(bytes.length - 1, Math.max(0, Math.floor(Math.log2(Math.abs(value)) / 10)));
      return `${digits(value / 1024 ** step)} ${bytes[step]}${unit === "By/s" ? "/s" : ""}`;
    }
    case "1":
      return `${digits(value * 100)} %`;
    case "s": {
      const [scale, name] = seconds.find(([s]) => Math.abs(value) >= s) ?? ([1, "s"] as const);
      return `${digits(value / scale)} ${name}`;
    }
    case "":
      return digits(value);
  }
  return `${digits(value)} ${unit.replace(/^\{(.*)\}/, "$1")}`;
}

function digits(n: number): string {
  const size = Math.abs(n);
  return (size >= 10_000 ? short : size >= 100 ? whole : size >= 10 ? tenths : hundredths).format(n);
}

/** "1 key", "2 keys"; many is what several are called where no s does it. */
export function plural(n: number, noun: string, many = `${noun}s`): string {
  return `${count(n)} ${n === 1 ? noun : many}`;
}
