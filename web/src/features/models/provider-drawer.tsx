import { Link } from "@tanstack/react-router";
import type { ReactElement, ReactNode } from "react";
import type { CatalogProvider } from "@/features/models/api/providers";
import { plural } from "@/lib/format";
import { useScope } from "@/lib/scope";
import { Drawer } from "@/ui/drawer";
import { Facts } from "@/ui/facts";
import { Section } from "@/ui/page";
import { Table, type Column } from "@/ui/table";

type Setting = [string, CatalogProvider["configSchema"][string]];

const columns: Column<Setting>[] = [
  {
    name: "Setting",
    cell: ([name, r]) => (
      <>
        <code className="font-mono text-sm">{name}</code>
        {r.description && <p className="text-xs text-muted">{r.description}</p>}
      </>
    ),
  },
  { name: "Min", cell: ([, r]) => r.min.toLocaleString("en"), number: true },
  { name: "Max", cell: ([, r]) => r.max.toLocaleString("en"), number: true },
  { name: "Step", cell: ([, r]) => r.step.toLocaleString("en"), number: true },
  { name: "Default", cell: ([, r]) => r.default.toLocaleString("en"), number: true },
];

/** One provider: what is said of it, and the way to its models. */
export function ProviderDrawer({ provider, action, onClose }: { provider: CatalogProvider | undefined; action: ReactNode; onClose: () => void }): ReactElement {
  return (
    <Drawer open={provider !== undefined} onClose={onClose} title={provider?.displayName ?? ""}>
      {provider && <Detail provider={provider} action={action} />}
    </Drawer>
  );
}

function Detail({ provider, action }: { provider: CatalogProvider; action: ReactNode }): ReactElement {
  const scope = useScope();
  const settings = Object.entries(provider.configSchema);
  const facts: [string, ReactNode][] = [
    ["Provider id", <code key="id" className="font-mono select-all">{provider.providerId}</code>],
    ["Description", provider.description || "–"],
    ["Key", provider.requiresVault ? "asks for one" : "asks for none"],
    [
      "Models",
      <Link key="models" to="/p/$project/$environment/models" params={scope} search={{ provider: provider.providerId }} className="text-accent underline">
        {plural(provider.supportedModels.length, "model")}
      </Link>,
    ],
  ];
  return (
    <>
      <Facts of={facts} />
      {action && <div className="flex gap-2">{action}</div>}
      <Section title="Settings of a request">{settings.length === 0 ? <p className="text-sm text-muted">A request may set nothing.</p> : <Table label="Settings" columns={columns} rows={settings} rowKey={([name]) => name} />}</Section>
    </>
  );
}
