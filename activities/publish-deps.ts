import type { ClaimPolicy } from '../domain/namespace.ts';
import type { Quotas } from '../domain/quotas.ts';
import type { Signer } from '../domain/signer.ts';
import type { Formats } from '../ecosystems/format.ts';
import type { Blobs } from '../store/blobs/blobs.ts';
import type { Catalog } from '../store/postgres/packages/catalog.ts';
import type { Pool } from '../store/postgres/pool.ts';

/** What the steps of a publish need. */
export interface PublishDeps {
  pool: Pool;
  blobs: Blobs;
  catalog: Catalog;
  ecosystems: Formats;
  signer: Pick<Signer, 'sign'>;
  namespaceClaims: ClaimPolicy;
  quotas?: Quotas;
  /** Id of the workflow that the running step belongs to. */
  carrier(): string;
}

/** What the steps of one publish hand to each other. */
export interface ReleaseRef {
  releaseId: string;
  packageId: string;
  uploadId: string;
  /** Also a release without findings waits for a person. */
  needsApproval?: boolean;
  /** Its files come one by one: nothing is stored before it is committed. */
  isDraft?: boolean;
}

export interface RunRef {
  workflowId: string;
  runId: string;
}
