import type { Client } from '@temporalio/client';
import { expect, it, vi } from 'vitest';
import type { Blobs } from '../store/blobs/blobs.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { withdrawRevoked } from './withdrawals.ts';

const { withdrawn, broken } = vi.hoisted(() => ({
  withdrawn: [] as string[],
  broken: new Set(['first', 'draft-1']),
}));
vi.mock('../store/postgres/releases/revoked-work.ts', () => ({
  listRevokedFiles: async () => ['first', 'second', 'third'].map((uploadId) => ({ uploadId })),
  listRevokedHeldFiles: async () => [],
  listRevokedDrafts: async () => ['draft-1', 'draft-2'],
}));
const work = async (id: string) => {
  if (broken.has(id)) throw new Error(`no store for ${id}`);
  withdrawn.push(id);
  return true;
};
vi.mock('../services/publishing/withdraw-file.ts', () => ({
  withdrawStagedFile: (_: object, { uploadId }: { uploadId: string }) => work(uploadId),
}));

it('what can not be withdrawn keeps no other from its end, and is reported behind them', async () => {
  const client = {
    withDeadline: (_: number, call: () => Promise<void>) => call(),
    workflow: { getHandle: (id: string) => ({ signal: () => work(id) }) },
  };
  const deps = { pool: {} as Pool, blobs: {} as Blobs, client: client as unknown as Client };

  await expect(withdrawRevoked(deps)).rejects.toMatchObject({
    errors: [{ message: 'no store for draft-1' }, { message: 'no store for first' }],
  });
  expect(withdrawn).toEqual(['draft-2', 'second', 'third']);

  broken.clear();
  expect(await withdrawRevoked(deps)).toBe(3);
});
