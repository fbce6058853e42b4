import { parseArgs } from 'node:util';
import { startElasticsearch } from '../test/support/elasticsearch/server.ts';
import { startBareWorkflow } from './support/bare-workflow/start.ts';
import { type LoadResult, runClients } from './support/clients.ts';
import { crateUpload, publishUntilVisible } from './support/crates.ts';
import { startDurablePlatform } from './support/platform.ts';
import { report, type Row, say } from './support/report.ts';
import { median, round } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1,8,32' },
    operations: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
    bytes: { type: 'string', default: '20000' },
    /** Adds a second platform with Elasticsearch, alternating with the first. */
    elasticsearch: { type: 'boolean', default: false },
  },
});
const operations = Number(values.operations);

say('starting the platform');
await using platform = await startDurablePlatform();
await using bare = await startBareWorkflow(platform.temporal);
const ours = await publisherOf(platform);
const elastic = values.elasticsearch ? await startElasticsearch() : null;
await using second = elastic ? await startDurablePlatform({ ELASTICSEARCH_URL: elastic.url }) : null;
const beside = second ? await publisherOf(second) : null;

interface Publisher {
  url: string;
  token: string;
}

async function publisherOf({ url, createUser }: typeof platform): Promise<Publisher> {
  return { url, token: (await createUser()).token };
}

let series = 0;
/** Publishes new packages, once each: the slowest kind of publish. */
async function measurePublish({ url, token }: Publisher, clients: number): Promise<LoadResult> {
  series += 1;
  const uploads = await Promise.all(
    Array.from({ length: operations }, async (_, index) => {
      const name = `bench-${series}-${index}`;
      return { name, version: '1.0.0', body: await crateUpload(name, '1.0.0', Number(values.bytes)) };
    }),
  );
  return runClients({ clients, operations }, async (index) => {
    const crate = uploads[index];
    if (crate) await publishUntilVisible(url, token, crate);
  });
}
const measureBare = (clients: number) => runClients({ clients, operations }, () => bare.run());

say('warming up');
await measurePublish(ours, 4);
if (beside) await measurePublish(beside, 4);
await measureBare(4);

const rows: Row[] = [];
for (const clients of values.clients.split(',').map(Number)) {
  const bares: LoadResult[] = [];
  const publishes: LoadResult[] = [];
  const besides: LoadResult[] = [];
  // alternately, so that noise of the machine affects both
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    say(`${clients} clients, round ${round}`);
    bares.push(await measureBare(clients));
    publishes.push(await measurePublish(ours, clients));
    if (beside) besides.push(await measurePublish(beside, clients));
  }
  rows.push(summary('bare workflow', bares), {
    ...summary('publish', publishes),
    ...ratios(publishes, bares, 'bare'),
  });
  if (beside) {
    rows.push({
      ...summary('publish, search in Elasticsearch', besides),
      ...ratios(besides, publishes, 'search in the database'),
    });
  }
}
await elastic?.stop();
report('Publish until visible, beside a bare workflow of three activities', rows);

function summary(what: string, results: LoadResult[]): Row {
  const of = (pick: (result: LoadResult) => number) => median(results.map(pick));
  return {
    what,
    clients: results[0]?.clients,
    'median ms': of((it) => it.median),
    'p95 ms': of((it) => it.p95),
    'p99 ms': of((it) => it.p99),
    'per second': of((it) => it.perSecond),
  };
}

function ratios(ours: LoadResult[], theirs: LoadResult[], peer: string): Row {
  const ratio = (pick: (result: LoadResult) => number) =>
    round(median(ours.map((it, index) => (1_000 * pick(it)) / pick(theirs[index] ?? it))) / 1_000, 2);
  return {
    [`median x ${peer}`]: ratio((it) => it.median),
    [`throughput x ${peer}`]: ratio((it) => it.perSecond),
  };
}
