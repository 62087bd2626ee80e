import type { ReactElement } from "react";
import { useExceptions } from "@/features/exceptions/api/search-exceptions";
import { useGpuUsage } from "@/features/gpus/api/get-gpu-usage";
import { useGpuProcesses } from "@/features/gpus/api/list-gpu-processes";
import { useGpus } from "@/features/gpus/api/list-gpus";
import { usePrompts } from "@/features/llm/api/list-prompts";
import type { Scope } from "@/lib/api/types";
import { useRange } from "@/lib/scope";
import { rangeName } from "@/lib/time/range";
import { Section } from "@/ui/page";
import { dearPrompts, failures, idleGpus, zombies } from "./answers";
import { Finding } from "./finding";

const prompts = 20; // as many as the page of language models shows, which then has them already

/** What is asked first: which GPU is idle, which process is a zombie, which prompt burned the money, what fails. */
export function Findings({ scope }: { scope: Scope }): ReactElement {
  const range = useRange();
  const gpus = useGpus(scope, range).data ?? [];
  return (
    <Section title="Worth a look" about={`Of ${scope.environment}, in the ${rangeName(range)}.`}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
        <Finding
          title="Which GPU is idle?"
          all={{ name: "All GPUs", way: { to: "/p/$project/$environment/gpus", params: scope } }}
          query={useGpuUsage(scope, range)}
          what="Adding up the use of GPUs"
          answer={(usage) => idleGpus(scope, usage, gpus)}
        />
        <Finding
          title="Which process is a zombie?"
          all={{ name: "Triage", way: { to: "/p/$project/$environment/gpus", params: scope, search: { state: "zombie" } as never } }}
          query={useGpuProcesses(scope, range)}
          what="Listing processes"
          answer={(processes) => zombies(scope, processes)}
        />
        <Finding
          title="Which prompt burned the money?"
          all={{ name: "All calls", way: { to: "/p/$project/$environment/llm", params: scope } }}
          query={usePrompts(scope, range, [], prompts)}
          what="Listing prompts"
          answer={(all) => dearPrompts(scope, all)}
        />
        <Finding
          title="What fails?"
          all={{ name: "All exceptions", way: { to: "/p/$project/$environment/exceptions", params: scope } }}
          query={useExceptions(scope, range)}
          what="Listing exceptions"
          answer={(groups) => failures(scope, groups)}
        />
      </div>
    </Section>
  );
}
