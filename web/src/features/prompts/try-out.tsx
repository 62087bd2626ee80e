import { useDeferredValue, useState, type ReactElement } from "react";
import type { PromptVersion } from "@/features/prompts/api/get-prompt";
import { useTryPrompt } from "@/features/prompts/api/look";
import { useScope } from "@/lib/scope";
import { CodeBlock } from "@/ui/copy";
import { TextField } from "@/ui/field";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";

/** Fills variables in, as applications would. */
export function TryOut({ version }: { version: PromptVersion }): ReactElement {
  const [values, setValues] = useState<Record<string, string>>({});
  const given = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== "" && version.variables.includes(name)));
  const query = useTryPrompt(useScope(), version.prompt, useDeferredValue(given));
  return (
    <div className="grid items-start gap-4 md:grid-cols-[240px_minmax(0,1fr)]">
      <div className="flex flex-col gap-2">
        {version.variables.map((name) => (
          <TextField key={name} label={name} value={values[name] ?? ""} onChange={(e) => setValues({ ...values, [name]: e.target.value })} />
        ))}
      </div>
      <View query={query} what="Filling in variables" loading={<LoadingRows rows={3} columns={1} />}>
        {(answer) => (
          <div className="flex min-w-0 flex-col gap-2">
            <CodeBlock label="Compiled prompt" text={answer.compiledPrompt} />
            <p role="status" className="text-xs text-muted">
              {answer.missing.length > 0 ? `Without a value, these stay as they are: ${answer.missing.join(", ")}.` : "Every variable has a value."}
            </p>
          </div>
        )}
      </View>
    </div>
  );
}
