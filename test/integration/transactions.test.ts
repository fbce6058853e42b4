import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guardedRequest } from '../../services/outgoing/guarded-request.ts';
import { createKeyValue } from '../../store/kv/open.ts';
import type { Transaction } from '../../store/postgres/pool.ts';
import { type Management, startManagement } from '../support/management.ts';

let api: Management;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api?.stop());

const refusal = /^a transaction is open: it must not wait for /;

describe('within a transaction', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['workflows', () => api.platform.client.workflowService.getSystemInfo({})],
    ['stored bytes', () => api.platform.blobs.put('staging/x', Readable.from([]))],
    ['lists of stored bytes', () => listed(api.platform.blobs.list('staging/'))],
    ['addresses of others', () => request()],
    ['name servers', () => api.platform.resolveTxt('example.org')],
    [
      'Redis',
      async () => {
        const changes: unknown[] = [];
        const url = 'redis://127.0.0.1:1';
        const kv = createKeyValue({ kind: 'redis', url }, { onChange: (state) => changes.push(state) });
        try {
          await kv.get('x');
        } finally {
          // the mistake of the caller is not reported as an outage
          expect(changes).toEqual([]);
          await kv.close();
        }
      },
    ],
  ])('%s are not waited for', async (_what, wait) => {
    const within = async (work: (tx: Transaction) => Promise<unknown>) => api.pool.transaction(work);

    const error = await within(() => wait()).catch((thrown: unknown) => thrown);

    expect(messagesOf(error).some((message) => refusal.test(message))).toBe(true);
  });

  test('what goes on after its end is free', async () => {
    const ended = Promise.withResolvers<void>();
    let later: Promise<unknown> | undefined;
    await api.pool.transaction(async () => {
      later = ended.promise.then(() => api.platform.blobs.stat('staging/x'));
    });
    ended.resolve();

    await expect(later).resolves.toBeUndefined();
  });
});

function request(): Promise<unknown> {
  return guardedRequest(new URL('http://127.0.0.1:1/'), { headers: {}, timeoutMs: 1_000, isTrusted: true });
}

async function listed(blobs: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of blobs) return;
}

function messagesOf(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...messagesOf(error.cause)] : [];
}
