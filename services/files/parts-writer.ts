import { randomUUID } from 'node:crypto';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { AppendState } from '../../store/blobs/blobs.ts';
import {
  type BlobUploadRow,
  findReceivedBytes,
  keepBlobUpload,
  leaveBlobUpload,
  saveBlobUpload,
  takeBlobUpload,
} from '../../store/postgres/parts/part-uploads.ts';
import type { Pool } from '../../store/postgres/pool.ts';

/** A writer that does not renew its lease for so long counts as dead: the next one may continue. */
const leaseSeconds = 10;
const renewMs = 3_000;

/** The exclusive right to write to an upload, as long as this process is alive. */
export interface PartWriter extends AsyncDisposable {
  upload: BlobUploadRow;
  /** @throws DomainError `overloaded` when the lease was lost: another writer may be active */
  assertHeld(): void;
  /** Records the durable bytes during the upload. */
  save(state: AppendState): Promise<void>;
  /** Records the durable bytes and releases the lease. */
  leave(state: AppendState): Promise<void>;
  /** The upload is gone: its lease needs no release. */
  end(): void;
}

/** @throws DomainError `invalid_state` while another request writes, `not_found` */
export async function becomeWriter(pool: Pool, id: string): Promise<PartWriter> {
  const writer = randomUUID();
  const asked = performance.now();
  const upload = await takeBlobUpload(pool, id, writer, leaseSeconds);
  if (upload === null) throw await refusal(pool, id);
  let heldUntil = asked + leaseSeconds * 1_000;
  let isOpen = true;

  const renewal = setInterval(() => {
    const begun = performance.now();
    keepBlobUpload(pool, id, writer, leaseSeconds)
      .then((isKept) => {
        heldUntil = isKept ? begun + leaseSeconds * 1_000 : 0;
      })
      // the next renewal may succeed before the lease expires
      .catch(() => undefined);
  }, renewMs);
  renewal.unref();

  function end(): void {
    isOpen = false;
    clearInterval(renewal);
  }

  return {
    upload,
    end,
    assertHeld() {
      if (performance.now() > heldUntil) throw lost();
    },
    async save(state) {
      if (!(await saveBlobUpload(pool, id, writer, state))) throw lost();
    },
    async leave(state) {
      end();
      if (!(await leaveBlobUpload(pool, id, writer, state))) throw lost();
    },
    async [Symbol.asyncDispose]() {
      if (!isOpen) return;
      end();
      // no effect when the upload is finished; an unreleased lease expires
      await leaveBlobUpload(pool, id, writer, null).catch(() => undefined);
    },
  };
}

async function refusal(pool: Pool, id: string): Promise<DomainError> {
  const receivedBytes = await findReceivedBytes(pool, id);
  if (receivedBytes === null) return notFound('the upload');
  return new DomainError('invalid_state', 'another piece of this upload is being received', {
    receivedBytes,
  });
}

const lost = () => new DomainError('overloaded', 'the upload went to another writer, ask where it stands');
