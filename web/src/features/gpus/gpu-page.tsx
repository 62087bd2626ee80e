import { Link, useParams, useSearch } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useGpu } from "@/features/gpus/api/get-gpu";
import { useRange, useScope } from "@/lib/scope";
import { rangeName } from "@/lib/time/range";
import { buttonLook } from "@/ui/button";
import { CompareSelect, useComparison } from "@/ui/compare";
import { Page } from "@/ui/page";
import { View } from "@/ui/query";
import { Empty, LoadingRows } from "@/ui/states";
import { nameOf } from "./fleet";
import { GpuDetail } from "./gpu-detail";
import { readGpuSearch } from "./search";

/** One GPU under its own URL. */
export function GpuPage(): ReactElement {
  const scope = useScope();
  const range = useRange();
  const { gpu: id = "" } = useParams({ strict: false }) as { gpu?: string };
  const { host: named } = readGpuSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const query = useGpu(scope, range, id, named);
  const { compared, compare } = useComparison();
  const host = query.data?.host;
  const fleet = (
    <Link to="/p/$project/$environment/gpus" params={scope} className={buttonLook()}>
      All GPUs
    </Link>
  );
  return (
    <Page title={query.data ? nameOf(query.data) : "GPU"} about={<>{query.data?.name ?? id} in the {rangeName(range)}.</>} action={
        <>
          {host && (
            <Link to="/p/$project/$environment/hosts/$host" params={{ ...scope, host }} className={buttonLook()}>
              Host {host}
            </Link>
          )}
          {fleet}
        </>
      }
    >
      <View
        query={query}
        what="Reading the GPU"
        loading={<LoadingRows columns={4} rows={8} />}
        isEmpty={(found) => found === null}
        empty={
          <Empty icon="gpu" title={`This GPU did not report in the ${rangeName(range)}`} action={fleet}>
            Its id is <code className="font-mono">{id}</code>. Choose a longer time range.
          </Empty>
        }
      >
        {(gpu) => gpu && <GpuDetail gpu={gpu} wide compared={compared} tools={<CompareSelect compared={compared} compare={compare} />} />}
      </View>
    </Page>
  );
}
