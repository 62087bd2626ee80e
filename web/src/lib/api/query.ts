import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isSignedOut } from "./error";

/** The cache of what the server said. onSignedOut runs when it says that the session has ended. */
export function newQueryClient(onSignedOut: () => void): QueryClient {
  const heed = (error: Error): void => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: heed }),
    mutationCache: new MutationCache({ onError: heed }),
    defaultOptions: {
      queries: { staleTime: 10_000, retry: worthRepeating, retryDelay: (attempt) => 500 * 2 ** attempt, refetchOnWindowFocus: true },
    },
  });
}

/** Only what may pass by itself is tried again: no answer, or a server that says it is busy. */
function worthRepeating(failures: number, error: Error): boolean {
  const passing = error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);
  return passing && failures < 2;
}
