import { Connection } from '@temporalio/client';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type PostgresServer } from '../../support/postgres.ts';
import { findTemporal, startTemporal, temporalMissing, type TemporalServer } from '../../support/temporal.ts';
import { isSkipped } from '../../support/tool.ts';

/** The servers of tests keep their data over a restart: without that a fault test proves nothing. */
describe('PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server?.stop());

  async function ask(url: string, sql: string): Promise<unknown[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  test('it speaks UTF-8 with the order of code points', async () => {
    const rows = await ask(server.url, "SELECT current_setting('server_encoding') e, 'Z' < 'a' AS c");

    expect(rows).toEqual([{ e: 'UTF8', c: true }]);
  });

  test('a database is a copy of its template', async () => {
    const template = await server.createDatabase('template_of_test');
    await ask(template, 'CREATE TABLE nest AS SELECT 7 AS eggs');

    const copy = await server.createDatabase('copy_of_test', 'template_of_test');

    expect(await ask(copy, 'SELECT eggs FROM nest')).toEqual([{ eggs: 7 }]);
  });

  test('committed rows survive a kill, and it can be killed twice', async () => {
    await ask(server.url, 'CREATE TABLE survivor AS SELECT 1 AS n');

    for (let round = 0; round < 2; round += 1) {
      await server.kill();
      await expect(ask(server.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
      await server.restart();
    }

    expect(await ask(server.url, 'SELECT n FROM survivor')).toEqual([{ n: 1 }]);
  });
});

describe.skipIf(isSkipped(await findTemporal(), temporalMissing))('Temporal', () => {
  let server: TemporalServer;
  beforeAll(async () => {
    server = await startTemporal();
  });
  afterAll(() => server?.stop());

  test('namespace and search attributes are still there after a kill', async () => {
    await server.kill();
    await server.restart();

    const connection = await Connection.connect({ address: server.address });
    const { customAttributes } = await connection.operatorService.listSearchAttributes({
      namespace: server.namespace,
    });
    await connection.close();
    expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(['JobKind', 'Outcome']));
  });
});
