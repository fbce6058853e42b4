import { afterAll, beforeAll, expect, it } from 'vitest';
import { limitLockWait } from '../../../store/postgres/lock-wait.ts';
import { sql } from '../../../store/postgres/pool.ts';
import { type Management, startManagement } from '../../support/management.ts';

let api: Management;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api?.stop());

it('a statement waits for a lock no longer than that, and other transactions as long as before', async () => {
  const { id } = await api.createPerson('locked');
  const lock = sql.unsafe`select id from users where id = ${id} for update`;

  await api.pool.transaction(async (holder) => {
    await holder.query(lock);
    await expect(
      api.pool.transaction(async (tx) => {
        await limitLockWait(tx, 100);
        await tx.query(lock);
      }),
    ).rejects.toMatchObject({ code: '55P03' });
  });

  const timeout = await api.pool.transaction((tx) => tx.oneFirst(sql.unsafe`show lock_timeout`));
  expect(timeout).toBe('0');
});
