import type { Client } from '@temporalio/client';
import type { ClaimPolicy } from '../../domain/namespace.ts';
import type { Blobs } from '../../store/blobs/blobs.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import type { JobRuns } from '../jobs/runs.ts';
import type { TakeAction } from '../limits/actions.ts';

export interface ImportDeps {
  client: Client;
  pool: Pool;
  blobs: Blobs;
  jobRuns: JobRuns;
  take: TakeAction;
  namespaceClaims: ClaimPolicy;
  stagedTtlSeconds: number;
  /** Repositories may be inside, and without TLS. */
  mayReachInside: boolean;
}
