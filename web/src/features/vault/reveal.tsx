import { useEffect, useState, type ReactElement } from "react";
import { useReveal } from "@/features/vault/api/reveal-secret";
import { useScope } from "@/lib/scope";
import { useNow } from "@/lib/time/now";
import { Button } from "@/ui/button";
import { Secret } from "@/ui/secret";
import { FormError } from "@/ui/states";

const shownFor = 20_000; // ms

/** Shows a value on request, for a while. */
export function Reveal({ secret, name }: { secret: string; name: string }): ReactElement {
  const reveal = useReveal(useScope(), secret);
  const [shown, setShown] = useState<{ value: string; until: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), shown.until - Date.now());
    return () => clearTimeout(timer);
  }, [shown]);
  const ask = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const value = await reveal();
      setShown({ value, until: Date.now() + shownFor });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      {shown ? (
        <>
          <Secret label={`Value of ${name}`} value={shown.value}>
            Hidden again in <Countdown until={shown.until} />
          </Secret>
          <Button className="self-start" onClick={() => setShown(null)}>
            Hide now
          </Button>
        </>
      ) : (
        <div className="flex items-center gap-3">
          <Button icon="search" busy={busy} onClick={() => void ask()}>
            Reveal the value
          </Button>
          <span className="text-xs text-muted">The usage log says that you saw it.</span>
        </div>
      )}
      <FormError error={error} />
    </div>
  );
}

function Countdown({ until }: { until: number }): ReactElement {
  const left = Math.max(0, Math.ceil((until - useNow(250)) / 1000));
  return <span className="inline-block min-w-8">{left} s</span>;
}
