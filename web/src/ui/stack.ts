/** A line of a stack trace. */
export interface StackLine {
  text: string;
  kind: "own" | "library" | "text"; // a frame of the program, of what it uses, or no frame
}

const library = /site-packages|dist-packages|node_modules|\/usr\/(local\/)?(lib|go)\/|\bnode:|\/go\/pkg\/mod\/|^\s*at (java|javax|jdk|sun|kotlin|scala|System|Microsoft)\.|<frozen |<anonymous>/;
const frame = /^\s*(File "[^"]+", line \d+|at \S)/;
const goPlace = /^\t\S+\.go:\d+/;

/** Tells the frames of the program from those of what it uses, in stack traces of Python, Java, JavaScript, .NET and Go. */
export function readStack(stack: string): StackLine[] {
  const lines = stack.replace(/\s+$/, "").split("\n");
  let kind: StackLine["kind"] = "text";
  return lines.map((text, i) => {
    const next = lines[i + 1] ?? "";
    if (frame.test(text)) kind = kindOf(text);
    else if (goPlace.test(next) && /\)$/.test(text)) kind = /^(runtime|panic)\b/.test(text) ? "library" : kindOf(next);
    else if (!goPlace.test(text) && !/^ {4,}/.test(text)) kind = "text"; // Python shows the source of a frame below it
    return { text, kind };
  });
}

const kindOf = (line: string): StackLine["kind"] => (library.test(line) ? "library" : "own");
