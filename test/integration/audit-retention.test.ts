import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../../store/postgres/ids.ts';
import { removeOldAudit } from '../../store/postgres/audit/audit-retention.ts';
import { sql } from '../../store/postgres/pool.ts';
import { type Management, startManagement } from '../support/management.ts';

let api: Management;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.stop());

async function addEntry(action: string, ageDays: number, packageId: string | null = null): Promise<string> {
  const id = newId();
  await api.pool.query(sql.unsafe`
    insert into audit_log (id, action, target_package_id, occurred_at)
    values (${id}, ${action}, ${packageId}, now() - ${ageDays} * interval '1 day')`);
  return id;
}

async function isThere(id: string): Promise<boolean> {
  return api.pool.exists(sql.unsafe`select from audit_log where id = ${id}`);
}

/** Deletes as the retention job does, with another number of days. */
function removeAs(days: string, id: string): Promise<unknown> {
  return api.pool.transaction(async (tx) => {
    await tx.query(sql.unsafe`select set_config('rookery.audit_retention_days', ${days}, true)`);
    await tx.query(sql.unsafe`delete from audit_log where id = ${id}`);
  });
}

describe('the retention of the audit log', () => {
  test('takes what is older, leaves the rest and says how much went', async () => {
    const old = await addEntry('user_login', 401);
    const recent = await addEntry('user_login', 399);

    expect(await removeOldAudit(api.pool, 400, 1_000)).toBe(1);

    expect([await isThere(old), await isThere(recent)]).toEqual([false, true]);
    const metadata = await api.pool.oneFirst(sql.unsafe`
      select metadata from audit_log where action = 'audit_expire' order by occurred_at desc limit 1`);
    expect(metadata).toEqual({ entries: 1, older_than_days: 400 });
    expect(await removeOldAudit(api.pool, 400, 1_000)).toBe(0);
  });

  test('goes on where a batch is full, the oldest first', async () => {
    const ids = [await addEntry('user_login', 900), await addEntry('user_login', 901)];

    expect(await removeOldAudit(api.pool, 400, 1)).toBe(1);
    expect(await Promise.all(ids.map(isThere))).toEqual([true, false]);
    expect(await removeOldAudit(api.pool, 400, 1)).toBe(1);
  });

  test('keeps what was published under a name that is still there', async () => {
    const id = await api.pool.oneFirst(sql.type(z.object({ id: z.string() }))`
      with owner as (insert into users (id, username, username_key, email, email_key, password_hash)
          values (${newId()}, 'keeper', 'keeper', 'k@example.com', 'k@example.com', '-') returning id),
        home as (insert into repositories (id, name, slug, kind, visibility, owner_user_id)
          select ${newId()}, 'Keeper', 'keeper', 'public', 'public', owner.id from owner returning id)
      insert into packages (id, repository_id, ecosystem, name, name_key, visibility)
      select ${newId()}, home.id, 'cargo', 'kept', 'kept', 'public' from home returning id`);
    const publish = await addEntry('release_publish', 900, id);
    const gone = await addEntry('release_publish', 900, newId());

    await removeOldAudit(api.pool, 400, 1_000);

    expect([await isThere(publish), await isThere(gone)]).toEqual([true, false]);
  });

  test.each(['', '1', '89', '0', '-1'])(
    'the database refuses to remove younger entries by "%s"',
    async (days) => {
      const id = await addEntry('user_login', 80);

      await expect(removeAs(days, id)).rejects.toThrow(/append-only/);
      expect(await isThere(id)).toBe(true);
    },
  );

  test('the database refuses every change, also of old entries', async () => {
    const id = await addEntry('user_login', 900);
    const change = api.pool.transaction(async (tx) => {
      await tx.query(sql.unsafe`select set_config('rookery.audit_retention_days', '90', true)`);
      await tx.query(sql.unsafe`update audit_log set action = 'nothing' where id = ${id}`);
    });

    await expect(change).rejects.toThrow(/append-only/);
  });
});
