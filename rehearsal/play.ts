import type { Act } from './acts/act.ts';
import { canariesOf, type Entry, findLost } from './ledger.ts';
import type { Check, Outcome } from './report.ts';
import type { Stage } from './stage.ts';
import { untilWhole } from './whole.ts';

/** The number of earlier entries that are read again after an act; after all acts every entry is read. */
const earlier = 40;

/** Plays one act: disturbs a working deployment, waits until it works again, and reads acknowledged packages again. */
export async function play(act: Act, stage: Stage, seconds: number): Promise<Outcome> {
  const { ledger, traffic } = stage;
  const position = ledger.size;
  traffic.tally.take();
  let note: string | undefined;
  let secondsUntilWhole: number | undefined;
  let problem: string | undefined;
  try {
    note = (await act.play(stage, seconds)) ?? undefined;
    secondsUntilWhole = await untilWhole(stage);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  const seen = traffic.tally.take();
  const check = await checkOf(stage, [...sampleBefore(stage, position), ...ledger.since(position)]);
  const outcome = {
    act: act.name,
    summary: act.summary,
    seen,
    check,
    mayFailReads: act.mayFailReads ?? false,
  };
  return {
    ...outcome,
    ...(secondsUntilWhole === undefined ? {} : { secondsUntilWhole }),
    ...(note === undefined ? {} : { note }),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Checks every package that was acknowledged since the start. */
export async function verifyAll(stage: Stage): Promise<Check> {
  return checkOf(stage, stage.ledger.since(0));
}

async function checkOf({ traffic }: Stage, entries: readonly Entry[]): Promise<Check> {
  const { read, lost } = await findLost(entries, traffic.install);
  const canaries = entries.slice(0, 1).flatMap(canariesOf);
  // one try is enough: these entries never appear
  const found = await findLost(canaries, traffic.install, { tries: 1 });
  return {
    entries: entries.length,
    read,
    lost: lost.map(({ entry, problem }) => `${entry.ecosystem} ${entry.name}: ${problem}`),
    overlooked: canaries.length - found.lost.length,
  };
}

function sampleBefore({ ledger }: Stage, position: number) {
  const before = ledger.since(0).slice(0, position);
  return before.toSorted(() => Math.random() - 0.5).slice(0, earlier);
}
