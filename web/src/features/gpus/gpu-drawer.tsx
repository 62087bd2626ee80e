import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { Gpu } from "@/features/gpus/api/list-gpus";
import { useScope } from "@/lib/scope";
import { Drawer } from "@/ui/drawer";
import { Icon } from "@/ui/icon";
import { nameOf } from "./fleet";
import { GpuDetail } from "./gpu-detail";

/** One GPU beside the fleet. */
export function GpuDrawer({ gpu, onClose }: { gpu: Gpu | undefined; onClose: () => void }): ReactElement {
  const scope = useScope();
  return (
    <Drawer open={gpu !== undefined} onClose={onClose} title={gpu ? nameOf(gpu) : ""}>
      {gpu && (
        <>
          <p className="-mb-2 flex items-center justify-between gap-3 text-sm">
            <span className="truncate text-muted">{gpu.name}</span>
            <Link to="/p/$project/$environment/gpus/$gpu" params={{ ...scope, gpu: gpu.id }} search={{ host: gpu.host }} className="inline-flex shrink-0 items-center gap-1 text-accent hover:underline">
              Full page
              <Icon name="external" className="size-3" />
            </Link>
          </p>
          <GpuDetail key={gpu.id} gpu={gpu} />
        </>
      )}
    </Drawer>
  );
}
