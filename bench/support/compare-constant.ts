import { startBareServer } from './bare-server.ts';
import { startBareWorkflow } from './bare-workflow/start.ts';
import { type Comparison, compareReads, comparePublishes, type Settings, type Side } from './compare.ts';

/**
 * For ecosystems without a comparable registry on this kind of machine: compares reads with `node:http` that sends
 * the same bytes from memory, and publishes with a workflow of three steps without work.
 */
export async function compareWithConstant(
  ours: Side,
  temporal: { address: string; namespace: string },
  settings: Settings,
): Promise<Comparison[]> {
  const name = 'bench-reads';
  for (let patch = 0; patch < settings.versions; patch += 1) {
    await (
      await ours.prepare(name, `1.0.${patch}`)
    )();
  }
  const rows: Comparison[] = [];
  const reads = {
    [`index document of ${settings.versions} versions`]: ours.documentUrl(name),
    [`file of ${Math.round(settings.bytes / 1000)} kB`]: ours.fileUrl(name, '1.0.0'),
  };
  for (const [what, url] of Object.entries(reads)) {
    await using constant = await startBareServer(url);
    const peer = 'node:http, constant bytes';
    rows.push(await compareReads({ what, peer, ours: url, theirs: constant.url }, settings));
  }
  await using bare = await startBareWorkflow(temporal);
  const publishes = { peer: 'bare workflow', ours: ours.prepare, theirs: async () => () => bare.run() };
  return [...rows, ...(await comparePublishes(publishes, settings))];
}
