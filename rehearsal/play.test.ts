import { expect, it } from 'vitest';
import type { Act } from './acts/act.ts';
import { type Entry, Ledger } from './ledger.ts';
import { play, verifyAll } from './play.ts';
import { missedByCheck, missedTargets } from './report.ts';
import type { Stage } from './stage.ts';
import { Tally } from './tally.ts';

const act: Act = { name: 'nothing', summary: 'nothing happens', play: async () => undefined };

/** A deployment without processes; `traffic`: the numbers of publishes and reads when the act begins. */
function stageWith(install: (entry: Entry) => Promise<void>, traffic = { publishes: 1, reads: 1 }) {
  const ledger = new Ledger();
  const tally = new Tally();
  const stage = {
    roles: [],
    ledger,
    traffic: { tally, install, publishOnce: async () => [], stop: async () => undefined },
  } as unknown as Stage;
  const played: Act = {
    ...act,
    async play() {
      for (let left = traffic.publishes; left > 0; left -= 1) tally.add('publish', 1);
      for (let left = traffic.reads; left > 0; left -= 1) tally.add('read', 1);
    },
  };
  const entry = ledger.add({ ecosystem: 'npm', name: 'a', version: '1.0.0', files: { tarball: '0f' } });
  return { stage, played, entry };
}

async function install({ name, files }: Entry): Promise<void> {
  if (name !== 'a') throw new Error('404');
  if (files['tarball'] !== '0f') throw new Error('other bytes');
}

it('meets its targets where clients were served and the check tells what is there from what is not', async () => {
  const { stage, played } = stageWith(install);

  const outcome = await play(played, stage, 0);

  expect(outcome.check).toEqual({ entries: 1, read: 1, lost: [], overlooked: 0 });
  expect(missedTargets(outcome)).toEqual([]);
  expect(missedByCheck('at the end', await verifyAll(stage))).toEqual([]);
});

it.each([
  [{ publishes: 0, reads: 1 }, ['nothing: no traffic (0 of 0 publishes)']],
  [{ publishes: 1, reads: 0 }, ['nothing: no traffic (0 of 0 reads)']],
])('misses a target where clients asked for nothing: %j', async (traffic, missed) => {
  const { stage, played } = stageWith(install, traffic);
  expect(missedTargets(await play(played, stage, 0))).toEqual(missed);
});

it.each([
  ['does not look', async () => undefined, 2],
  ['compares no digests', async ({ name }: Entry) => install({ name, files: { tarball: '0f' } } as never), 1],
])('misses a target with a check that %s', async (_, blind, overlooked) => {
  const { stage, played } = stageWith(blind);
  const { check } = await play(played, stage, 0);
  expect(check.overlooked).toBe(overlooked);
  expect(missedByCheck('x', check)).toHaveLength(1);
});
