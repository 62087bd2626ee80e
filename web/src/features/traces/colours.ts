// Told apart also by people who see few colours, and from the red of errors.
const light = ["#2a57d6", "#0f766e", "#a21caf", "#8a6d00", "#4d7c0f", "#7c3aed", "#c2570c", "#0369a1", "#7a4a2b", "#57534e"];
const dark = ["#8aaeff", "#2dd4bf", "#e879f9", "#facc15", "#a3e635", "#b79bff", "#fb923c", "#38bdf8", "#d6b38c", "#a8a29e"];

function hash(text: string): number {
  let sum = 7;
  for (let i = 0; i < text.length; i++) sum = (sum * 31 + text.charCodeAt(i)) >>> 0;
  return sum;
}

/** The places of services in the palette: where their names lead, or the next free one, so that few services differ and keep their colour. */
export function placesOf(services: Iterable<string>): Map<string, number> {
  const places = new Map<string, number>();
  const taken = new Set<number>();
  for (const service of [...new Set(services)].sort()) {
    let place = hash(service) % light.length;
    while (taken.has(place) && taken.size < light.length) place = (place + 1) % light.length;
    taken.add(place);
    places.set(service, place);
  }
  return places;
}

/** The colour at a place of the palette, in the theme that is drawn. */
export function colourAt(place: number, theme: string): string {
  return (theme === "dark" ? dark : light)[place % light.length] ?? "#6b7280";
}

/** The colour of a service in lists. */
export function serviceColour(service: string, theme: string): string {
  return colourAt(hash(service) % light.length, theme);
}
