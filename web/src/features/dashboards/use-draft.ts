import { useState } from "react";
import { inputOf, type DashboardInput } from "@/features/dashboards/api/change-dashboard";
import type { Dashboard, Widget } from "@/features/dashboards/api/get-dashboard";

const mostSteps = 50;

/** A dashboard as it is changed, and the steps back. */
export interface Draft {
  base: Dashboard; // what the changes are made to
  input: DashboardInput;
  dirty: boolean;
  change: (to: Partial<DashboardInput>) => void; // no step of its own
  arrange: (widgets: Widget[]) => void; // a step that can be undone
  mark: () => void; // what follows can be undone as one step
  undo: (() => void) | undefined;
}

/** The draft of a dashboard; what others save does not change it. */
export function useDraft(dashboard: Dashboard): Draft {
  const [base] = useState(dashboard);
  const [input, setInput] = useState(() => inputOf(dashboard));
  const [past, setPast] = useState<Widget[][]>([]);
  const mark = (): void => setPast((before) => [...before.slice(1 - mostSteps), input.widgets]);
  const last = past.at(-1);
  return {
    base,
    input,
    dirty: JSON.stringify(input) !== JSON.stringify(inputOf(base)),
    change: (to) => setInput({ ...input, ...to }),
    arrange: (widgets) => {
      mark();
      setInput({ ...input, widgets });
    },
    mark,
    undo:
      last &&
      (() => {
        setInput({ ...input, widgets: last });
        setPast(past.slice(0, -1));
      }),
  };
}
