import { parseArgs } from 'node:util';
import { publishToNpm } from '../test/support/portal/npm-packages.ts';
import { startDurablePlatform } from './support/platform.ts';
import { report, type Row, say } from './support/report.ts';
import { distribution, median, round } from './support/statistics.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '60' },
    versions: { type: 'string', default: '30' },
    readme: { type: 'string', default: '200000' },
  },
});
const requests = Number(values.requests);

say('starting the platform, publishing');
await using platform = await startDurablePlatform();
const { token } = await platform.createUser();
const name = 'bench-pages';
const paragraph = `Some **words** of a README, a [link](./docs/usage.md) and \`code\`.\n\n`;
const readme = `# ${name}\n\n${paragraph.repeat(Math.ceil(Number(values.readme) / paragraph.length))}`;
for (let patch = 0; patch < Number(values.versions); patch += 1) {
  await publishToNpm(platform.url, token, { name, version: `1.0.${patch}`, readme });
}

const json = `${platform.url}/v1/packages/npm/${name}`;
const pages = {
  'package, README': `/packages/npm/${name}`,
  'package, versions': `/packages/npm/${name}?tab=versions`,
  'package, activity': `/packages/npm/${name}?tab=activity`,
  version: `/packages/npm/${name}/1.0.0`,
  search: `/search?q=${name}`,
  home: '/',
};

const rows: Row[] = [];
for (const [what, path] of Object.entries(pages)) rows.push(await compare(what, platform.url + path));
report(`Pages for an anonymous reader, beside the JSON of the same package`, rows);

async function compare(what: string, url: string): Promise<Row> {
  const ours: number[] = [];
  const beside: number[] = [];
  for (const address of [url, json]) await time(address, 10);
  // alternately, so that noise of the machine affects both
  for (let index = 0; index < requests; index += 1) {
    beside.push(...(await time(json, 1)));
    ours.push(...(await time(url, 1)));
  }
  const bytes = (await (await fetch(url)).arrayBuffer()).byteLength;
  const { p95 } = distribution(ours);
  const [page, data] = [median(ours), median(beside)];
  return {
    what,
    bytes,
    'median ms': round(page, 1),
    'p95 ms': round(p95, 1),
    'JSON ms': round(data, 1),
    'x JSON': round(page / data, 1),
  };
}

/** Milliseconds to the last byte, uncompressed. */
async function time(url: string, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const begun = performance.now();
    const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    taken.push(performance.now() - begun);
  }
  return taken;
}
