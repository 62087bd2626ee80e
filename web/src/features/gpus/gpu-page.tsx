import { Link, useParams } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useGpu } from "@/features/gpus/api/get-gpu";
import { useRange, useScope } from "@/lib/scope";
import { rangeName } from "@/lib/time/range";
import { buttonLook } from "@/ui/button";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { nameOf } from "./fleet";
import { GpuDetail } from "./gpu-detail";

/** One GPU under its own URL. */
export function GpuPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { gpu: id = "" } = useParams({ strict: false }) as { gpu?: string };
  const query = useGpu(scope, range, id);
  const fleet = (
    <Link to="/p/$project/$environment/gpus" params={scope} className={buttonLook()}>
      All GPUs
    </Link>
  );
  return (
    <Page title={query.data ? nameOf(query.data) : "GPU"} about={<>{query.data?.name ?? id} in the {rangeName(range)}.</>} action={fleet}>
      <View
        query={query}
        what="Reading the GPU"
        loading={<LoadingRows columns={4} rows={8} />}
        isEmpty={(found) => found === null}
        empty={
          <Empty icon="hosts" title={`This GPU did not report in the ${rangeName(range)}`} action={fleet}>
            Its id is <code className="font-mono">{id}</code>. Choose a longer time range.
          </Empty>
        }
      >
        {(gpu) => gpu && <GpuDetail gpu={gpu} wide />}
      </View>
    </Page>
  );
}
