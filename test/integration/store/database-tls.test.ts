import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { listenForChanges } from '../../../api/cache/changes.ts';
import { migrate } from '../../../store/postgres/migrate.ts';
import { isPooler } from '../../../store/postgres/pooler.ts';
import { openPool, sql } from '../../../store/postgres/pool.ts';
import { type Authority, createAuthority, openssl, opensslMissing } from '../../support/certificates.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { certifiedRole, startTlsPostgres } from '../../support/tls-postgres.ts';
import { isSkipped } from '../../support/tool.ts';

const Connection = z.object({ application: z.string(), isEncrypted: z.boolean() });
const listener = 'rookery-changes';

describe.skipIf(isSkipped(openssl, opensslMissing))('a database that speaks TLS alone', () => {
  let server: PostgresServer;
  let plain: PostgresServer;
  let authority: Authority;
  let stranger: Authority;
  let certificate: { cert: string; key: string };
  beforeAll(async () => {
    authority = await createAuthority();
    stranger = await createAuthority();
    certificate = await authority.issue(certifiedRole);
    [server, plain] = await Promise.all([startTlsPostgres(authority), startPostgres()]);
  });
  afterAll(async () => {
    await server?.stop();
    await plain?.stop();
    await authority?.[Symbol.asyncDispose]();
    await stranger?.[Symbol.asyncDispose]();
  });

  const addressOf = (host: string, query: string) =>
    `${Object.assign(new URL(server.url), { hostname: host }).href}?${query}`;

  /** Checks every kind of connection to the database. */
  async function expectEncrypted(url: string): Promise<void> {
    await migrate(url, 'migrations');
    expect(await isPooler(url)).toBe(false);
    const changes = listenForChanges(url, { warn: () => undefined }, { onChange() {}, onGap() {} });
    const pool = await openPool(url, 2);
    try {
      await vi.waitFor(() => expect(changes.isListening).toBe(true), { timeout: 10_000 });
      const mine = await pool.any(sql.type(Connection)`
        select activity.application_name as application, connection.ssl as is_encrypted
        from pg_stat_ssl as connection
        join pg_stat_activity as activity on activity.pid = connection.pid
        where activity.datname = 'rookery'`);
      expect(mine.filter(({ isEncrypted }) => !isEncrypted)).toEqual([]);
      expect(mine.map(({ application }) => application)).toContain(listener);
    } finally {
      await pool.end();
      await changes.close();
    }
  }

  test.each([
    [
      'the name and a private authority',
      'localhost',
      () => `sslmode=verify-full&sslrootcert=${authority.cert}`,
    ],
    ['a private authority, asked for by its file alone', 'localhost', () => `sslrootcert=${authority.cert}`],
    ['the same by another word', 'localhost', () => `sslmode=require&sslrootcert=${authority.cert}`],
    ['the authority, not the name', '127.0.0.1', () => `sslmode=verify-ca&sslrootcert=${authority.cert}`],
    ['nothing', '127.0.0.1', () => 'sslmode=no-verify'],
  ])('is used by pool, listener and migrations alike: it checks %s', async (_what, host, query) => {
    await expectEncrypted(addressOf(host, query()));
  });

  test('a certificate is shown instead of a password', async () => {
    const files = `sslcert=${certificate.cert}&sslkey=${certificate.key}&sslrootcert=${authority.cert}`;
    const url = new URL(addressOf('localhost', `sslmode=verify-full&${files}`));
    const pool = await openPool(Object.assign(url, { username: certifiedRole, password: '' }).href, 1);
    const Role = z.object({ role: z.string() });

    expect(await pool.oneFirst(sql.type(Role)`select current_user as role`)).toBe(certifiedRole);

    await pool.end();
  });

  test.each([
    ['no TLS', 'localhost', () => '', /no encryption/],
    ['another authority', 'localhost', () => `sslrootcert=${stranger.cert}`, /certificate/],
    ['those of the system', 'localhost', () => 'sslmode=require', /certificate/],
    ['another name', '127.0.0.1', () => `sslrootcert=${authority.cert}`, /altnames/],
    [
      'another authority without a name',
      'localhost',
      () => `sslmode=verify-ca&sslrootcert=${stranger.cert}`,
      /certificate/,
    ],
  ])('gets nothing from those who expect %s', async (_what, host, query, problem) => {
    const url = addressOf(host, query());

    await expect(openPool(url, 1)).rejects.toThrow(problem);
    await expect(migrate(url, 'migrations')).rejects.toThrow(problem);
  });

  test('one without TLS is not spoken to in clear text where TLS is asked for', async () => {
    const url = `${plain.url}?sslmode=no-verify`;

    await expect(openPool(url, 1)).rejects.toThrow('does not support SSL');
    await expect(migrate(url, 'migrations')).rejects.toThrow('does not support SSL');
  });
});
