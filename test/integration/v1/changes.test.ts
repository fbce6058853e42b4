import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Changes, listenForChanges } from '../../../api/cache/changes.ts';
import { query } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { type SilentProxy, startSilentProxy } from '../../support/silent-proxy.ts';

let server: PostgresServer;
let proxy: SilentProxy;
let changes: Changes;
const heard: string[] = [];

beforeAll(async () => {
  server = await startPostgres();
  proxy = await startSilentProxy(server.url);
  const listener = {
    onChange: (change: { kind: string }) => void heard.push(change.kind),
    onGap: () => void heard.push('gap'),
  };
  const log = { warn: () => undefined };
  changes = listenForChanges(proxy.url, log, listener, { everyMs: 50, limitMs: 2_000 });
});
afterAll(async () => {
  await changes?.close();
  await proxy?.close();
  await server?.stop();
});

it('a connection that fell silent is no longer trusted, and replaced when the server is back', async () => {
  await eventually(() => expect(changes.isListening).toBe(true));
  proxy.silence();
  await eventually(() => expect(changes.isListening).toBe(false), { withinMs: 10_000 });

  proxy.speak();
  await eventually(() => expect(changes.isListening).toBe(true));
  heard.length = 0;
  await query(server.url, `select pg_notify('rookery_changes', '{"kind":"user","id":"x"}')`);

  await eventually(() => expect(heard).toContain('user'));
});

it('waits for the notices of what was committed before, however late they come', async () => {
  await eventually(() => expect(changes.isListening).toBe(true));
  proxy.delay(200);
  heard.length = 0;
  await query(server.url, `select pg_notify('rookery_changes', '{"kind":"package","id":"x"}')`);

  // the second and third call share one query, sent after that of the first
  await Promise.all([changes.caughtUp(), changes.caughtUp(), changes.caughtUp()]);

  expect(heard).toEqual(['package']);
  proxy.silence();
  await changes.caughtUp();
  expect(changes.isListening).toBe(false);
  proxy.delay(0);
  proxy.speak();
});
