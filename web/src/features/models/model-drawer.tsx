import { useState, type ReactElement, type ReactNode } from "react";
import type { Model } from "@/features/models/api/list-models";
import { usePrices, type Period } from "@/features/models/api/list-prices";
import { count } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Drawer } from "@/ui/drawer";
import { Facts } from "@/ui/facts";
import { TextField } from "@/ui/field";
import { Section } from "@/ui/page";
import { View } from "@/ui/query";
import { LoadingRows } from "@/ui/states";
import { Badge } from "@/ui/status";
import { Table, type Column } from "@/ui/table";
import { Ago, Day } from "@/ui/time";
import { costOf, dollars, priceText } from "./price";

/** One model: what it is, what a request to it costs, and what it cost before. */
export function ModelDrawer({ model, action, onClose }: { model: Model | undefined; action: ReactNode; onClose: () => void }): ReactElement {
  return (
    <Drawer open={model !== undefined} onClose={onClose} title={model?.displayName ?? ""}>
      {model && <Detail key={model.customId} model={model} action={action} />}
    </Drawer>
  );
}

function Detail({ model, action }: { model: Model; action: ReactNode }): ReactElement {
  const facts: [string, ReactNode][] = [
    ["Provider", model.provider],
    ["Model id", <code key="id" className="font-mono select-all">{model.model_id}</code>],
    ["Type", model.modelType],
    ["Context", `${count(model.contextWindow)} tokens`],
    ["Capabilities", model.capabilities.join(", ") || "–"],
    ["Source", model.isDefault ? "came with the catalog" : "changed here"],
    ["Changed", <Ago key="at" at={model.updatedAt} />],
  ];
  return (
    <>
      <Facts of={facts} />
      {action && <div className="flex gap-2">{action}</div>}
      <CostPreview model={model} />
      <History model={model} />
    </>
  );
}

const usage = [
  { name: "input", label: "Input tokens", start: "1000" },
  { name: "cacheRead", label: "…read from cache", start: "0" },
  { name: "cacheWrite", label: "…written to cache", start: "0" },
  { name: "output", label: "Output tokens", start: "500" },
  { name: "requests", label: "Requests a day", start: "1000" },
] as const;

/** What requests of a size would cost. */
function CostPreview({ model }: { model: Model }): ReactElement {
  const [texts, setTexts] = useState(() => Object.fromEntries(usage.map((u) => [u.name, u.start])) as Record<(typeof usage)[number]["name"], string>);
  const n = (name: keyof typeof texts): number => Math.max(0, Number(texts[name]) || 0);
  const one = costOf(model, { input: n("input"), output: n("output"), cacheRead: n("cacheRead"), cacheWrite: n("cacheWrite") });
  const day = one * n("requests");
  return (
    <Section title="Cost preview" about="With the prices of now.">
      <div className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3">
        {usage.map((u) => (
          <TextField key={u.name} label={u.label} type="number" min={0} value={texts[u.name]} onChange={(e) => setTexts({ ...texts, [u.name]: e.target.value })} />
        ))}
      </div>
      <div role="status" className="rounded-lg bg-sunken px-3 py-2 text-sm">
        <span className="text-lg font-semibold">{dollars(one)}</span> a request · {dollars(day)} a day · {dollars(day * 30)} in 30 days
      </div>
    </Section>
  );
}

const amount = (read: (p: Period) => number, unpriced = "0.00") =>
  function Amount(p: Period): ReactNode {
    return p.removed ? "" : read(p) === 0 ? unpriced : priceText(read(p));
  };

const columns: Column<Period>[] = [
  {
    name: "From",
    cell: (p) => (
      <span className="inline-flex gap-2">
        {Date.parse(p.effectiveFrom) <= 0 ? "the beginning" : <Day at={p.effectiveFrom} />}
        {p.removed && <Badge tone="off">removed</Badge>}
      </span>
    ),
  },
  { name: "Input", cell: amount((p) => p.inputPricePerMToken), number: true },
  { name: "Output", cell: amount((p) => p.outputPricePerMToken), number: true },
  { name: "Cache read", cell: amount((p) => p.cacheReadPricePerMToken, "–"), number: true },
  { name: "Cache write", cell: amount((p) => p.cacheCreationPricePerMToken, "–"), number: true },
];

function History({ model }: { model: Model }): ReactElement {
  const query = usePrices(useScope(), model);
  return (
    <Section title="Price history" about="USD per million tokens. Spans are priced by the row of their time.">
      <View query={query} what="Listing prices" loading={<LoadingRows rows={1} columns={3} />}>
        {(all) => <Table label="Price history" columns={columns} rows={all} rowKey={(p) => p.effectiveFrom} />}
      </View>
    </Section>
  );
}
