import { useState, type ReactElement } from "react";
import type { Process } from "@/features/gpus/api/list-gpu-processes";
import { withUnit } from "@/lib/format";
import { duration } from "@/lib/time/relative";
import { Button } from "@/ui/button";
import { CodeBlock } from "@/ui/copy";
import { Dialog } from "@/ui/dialog";
import { Facts } from "@/ui/facts";

/** A way to get rid of a zombie: what it does, and the command for it. */
export interface Step {
  name: string;
  command: string;
}

/** What gets rid of a zombie, mildest first. The parent is looked up when a command runs: it may be another by then. */
export function stepsOf(p: Process): Step[] {
  const parent = `$(ps -o ppid= -p ${p.pid})`;
  return [
    { name: "Look at it and at its parent, on the host", command: `ps -o pid,ppid,user,stat,etime,args -p ${p.pid} -p ${parent}` },
    { name: "Remind its parent to collect it", command: `kill -CHLD ${parent}` },
    ...(p.pod ? [{ name: "Or end its pod, and with it all that runs in there", command: `kubectl delete pod${p.namespace ? ` -n ${p.namespace}` : ""} ${p.pod}` }] : []),
    { name: "Else end its parent, and with it what the parent still does", command: `kill ${parent}` },
  ];
}

/** Says how to get rid of a zombie. Nothing is done from here. */
export function ZombieHelp({ process: p }: { process: Process }): ReactElement {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)} aria-label={`Get rid of ${p.pid}`}>
        Get rid of it
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} wide title={`Zombie ${p.pid} on ${p.host}`} description="It has ended; its parent has not collected it, so it still holds its GPU. Commands to copy; none of them is run from here.">
        <Facts
          of={[
            ["Command line", <code key="command" className="font-mono text-xs break-all">{p.commandLine || p.executable || "unknown: it was dead before the collector started"}</code>],
            ["Owner", p.owner || p.ownerId || "unknown"],
            ["Uptime", p.uptimeSeconds === undefined ? "unknown" : duration(p.uptimeSeconds)],
            ["Holds", p.memoryBytes === undefined ? "unknown" : `${withUnit(p.memoryBytes, "By")} of GPU ${p.gpuIndex ?? p.gpu}`],
          ]}
        />
        <ol className="mt-4 flex flex-col gap-3">
          {stepsOf(p).map(({ name, command }) => (
            <li key={name} className="flex flex-col gap-1 text-sm">
              {name}
              <CodeBlock text={command} label={name} />
            </li>
          ))}
        </ol>
      </Dialog>
    </>
  );
}
