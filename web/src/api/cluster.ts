// The cluster that the server was given to show.

import { get } from "./http";
import type { ClusterState } from "./schema";

export function getCluster(): Promise<ClusterState> {
  return get("/cluster");
}
