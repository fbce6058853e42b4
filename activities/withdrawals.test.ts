import type { Client } from '@temporalio/client';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Blobs } from '../store/blobs/blobs.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { withdrawRevoked } from './withdrawals.ts';

const { withdrawn, broken } = vi.hoisted(() => ({
  withdrawn: [] as string[],
  broken: new Set(['first', 'draft-1']),
}));
interface Asked {
  after: string | null;
  limit: number;
}
const { rows } = vi.hoisted(() => ({ rows: { files: [] as string[], drafts: [] as string[] } }));
const pageOf = (keys: readonly string[], { after, limit }: Asked) =>
  keys.slice(after === null ? 0 : keys.indexOf(after) + 1).slice(0, limit);
vi.mock('../store/postgres/releases/revoked-work.ts', () => ({
  listRevokedFiles: async (_: object, page: Asked) =>
    pageOf(rows.files, page).map((key) => ({ key, uploadId: key, packageId: key.split('/')[0] })),
  listRevokedHeldFiles: async () => [],
  listRevokedDrafts: async (_: object, page: Asked) =>
    pageOf(rows.drafts, page).map((key) => ({ key, workflowId: key })),
}));
const tried: string[] = [];
const work = async (id: string) => {
  tried.push(id);
  if (id.startsWith('locked/')) throw Object.assign(new Error('lock timeout'), { code: '55P03' });
  if (broken.has(id)) throw new Error(`no store for ${id}`);
  withdrawn.push(id);
  return true;
};
vi.mock('../services/publishing/withdraw-file.ts', () => ({
  withdrawStagedFile: (_: object, { uploadId }: { uploadId: string }) => work(uploadId),
}));

const client = {
  withDeadline: (_: number, call: () => Promise<void>) => call(),
  workflow: { getHandle: (id: string) => ({ signal: () => work(id) }) },
};
const deps = { pool: {} as Pool, blobs: {} as Blobs, client: client as unknown as Client };
beforeEach(() => {
  withdrawn.length = 0;
  tried.length = 0;
});

it('what can not be withdrawn keeps no other from its end, and is reported behind them', async () => {
  Object.assign(rows, { files: ['first', 'second', 'third'], drafts: ['draft-1', 'draft-2'] });

  await expect(withdrawRevoked(deps)).rejects.toMatchObject({
    errors: [{ message: 'no store for draft-1' }, { message: 'no store for first' }],
  });
  expect(withdrawn).toEqual(['draft-2', 'second', 'third']);

  broken.clear();
  expect(await withdrawRevoked(deps)).toBe(3);
});

it('reaches what lies behind hundreds of rows that stay, and waits for a locked package once', async () => {
  const files = Array.from({ length: 250 }, (_, n) => `locked/${n}`);
  const drafts = Array.from({ length: 250 }, (_, n) => `locked/draft-${n}`);
  Object.assign(rows, { files: [...files, 'behind/1'], drafts: [...drafts, 'draft-3'] });

  await expect(withdrawRevoked(deps)).rejects.toThrow('251 failed');

  expect(withdrawn).toEqual(['draft-3', 'behind/1']);
  expect(tried.filter((id) => files.includes(id))).toEqual(['locked/0']);
});
