import { Client as TemporalClient, Connection } from '@temporalio/client';
import { Client } from 'pg';
import { parseArgs } from 'node:util';
import { startBareWorkflow } from './support/bare-workflow/start.ts';
import { runClients } from './support/clients.ts';
import { crateUpload, publish } from './support/crates.ts';
import { pushImage, pushManifest, type Target } from './support/images.ts';
import { startDurablePlatform } from './support/platform.ts';
import { readCosts, subtract } from './support/process-costs.ts';
import { report, type Row, say } from './support/report.ts';
import { round } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '8' },
    operations: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '2' },
    statements: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
    profile: { type: 'string', default: '' },
  },
});
const operations = Number(values.operations);
const clients = Number(values.clients);

say('starting the platform');
const environment =
  values.profile === '' ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` };
await using platform = await startDurablePlatform(environment, {
  shared_preload_libraries: 'pg_stat_statements',
});
await using bare = await startBareWorkflow(platform.temporal);
const { username, token } = await platform.createUser();
const names = new Map(Object.entries(platform.roles).map(([name, { pid }]) => [pid, name]));
const database = new Client({ connectionString: platform.databaseUrl });
await database.connect();
await database.query('create extension if not exists pg_stat_statements');
const temporal = new TemporalClient({
  connection: await Connection.connect({ address: platform.temporal.address }),
  namespace: platform.temporal.namespace,
});
const target: Target = {
  what: 'rookery',
  url: platform.url,
  name: `${username}/bench`,
  headers: { authorization: `Bearer ${token}` },
};
const known = await pushImage(target, 'known');

let series = 0;
const works: Record<string, () => Promise<(index: number) => Promise<void>>> = {
  'bare workflow': async () => () => bare.run(),
  'new crate': async () => {
    series += 1;
    const crates = await Promise.all(
      Array.from({ length: operations }, (_, at) => crateUpload(`costs-${series}-${at}`, '1.0.0')),
    );
    return (index) => publish(platform.url, token, crates[index] ?? Buffer.alloc(0));
  },
  image: async () => {
    series += 1;
    const name = `${series}`;
    return (index) => pushImage(target, `i${name}-${index}`).then(() => {});
  },
  'tag of a known image': async () => {
    series += 1;
    const name = `${series}`;
    return (index) => pushManifest(target, `t${name}-${index}`, known);
  },
};

const rows: Row[] = [];
for (const [what, prepare] of Object.entries(works)) {
  if (!what.includes(values.only)) continue;
  for (let at = 0; at < Number(values.rounds); at += 1) {
    say(what);
    const row = await measure(what, await prepare());
    // the first round is a warm-up
    if (at > 0 || Number(values.rounds) === 1) rows.push(row);
    if (at === Number(values.rounds) - 1) await tellStatements(what);
  }
}
await tellEvents();
report(`What one operation costs, ${clients} clients; CPU in ms`, rows);
await database.end();
await temporal.connection.close();

async function measure(what: string, operation: (index: number) => Promise<void>): Promise<Row> {
  await database.query('select pg_stat_statements_reset(), pg_stat_reset_shared()');
  const before = readCosts(names);
  const { perSecond, median, p95 } = await runClients({ clients, operations }, operation);
  // the work after the answer is part of the cost
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const spent = subtract(readCosts(names), before);
  const { statements, commits, syncs } = await readDatabase();
  const perOperation = Object.fromEntries(
    Object.entries(spent)
      .filter(([, ms]) => ms > 0)
      .map(([name, ms]) => [name, round(ms / operations)]),
  );
  const total = Object.entries(spent).reduce((sum, [name, ms]) => (name === 'bench' ? sum : sum + ms), 0);
  return {
    what,
    'per second': perSecond,
    'median ms': median,
    'p95 ms': p95,
    statements: round(statements / operations),
    commits: round(commits / operations),
    'log syncs': round(syncs / operations),
    'CPU without bench': round(total / operations),
    ...perOperation,
  };
}

async function readDatabase(): Promise<{ statements: number; commits: number; syncs: number }> {
  const counted = await database.query<{ statements: string; writes: string }>(`
    select sum(calls) as statements,
      sum(calls) filter (where query = 'COMMIT' or (query !~* '^\\s*(select|start|begin|rollback)' and toplevel)) as writes
    from pg_stat_statements where query !~ 'pg_stat'`);
  const synced = await database.query<{ syncs: string }>(
    `select sum(fsyncs) as syncs from pg_stat_io where object = 'wal'`,
  );
  return {
    statements: Number(counted.rows[0]?.statements),
    commits: Number(counted.rows[0]?.writes),
    syncs: Number(synced.rows[0]?.syncs),
  };
}

async function tellStatements(what: string): Promise<void> {
  const count = Number(values.statements);
  if (count === 0) return;
  const { rows: found } = await database.query<{ calls: string; ms: string; query: string }>(
    `select calls, round(total_exec_time)::text as ms, regexp_replace(left(query, 400), '\\s+', ' ', 'g') as query
     from pg_stat_statements where query !~ 'pg_stat' and calls >= $1 / 4 order by calls desc, query limit $2`,
    [operations, count],
  );
  say(`statements of: ${what}`);
  for (const { calls, ms, query } of found) {
    say(`${round(Number(calls) / operations)}\t${round(Number(ms) / operations)} ms\t${query.slice(0, 150)}`);
  }
}

/** Reports the number of history events of the last run of each kind. */
async function tellEvents(): Promise<void> {
  for (const type of ['bare', 'publishRelease']) {
    for await (const { workflowId } of temporal.workflow.list({ query: `WorkflowType = '${type}'` })) {
      const { events = [] } = await temporal.workflow.getHandle(workflowId).fetchHistory();
      say(`${workflowId}: ${events?.length} events`);
      break;
    }
  }
}
