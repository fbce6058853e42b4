import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareOf } from '../../support/matrix.ts';
import { type PackagePlatform, startPackagePlatform } from '../../support/platform.ts';
import type { Attack, Target } from './attacks/attack.ts';
import { bodies } from './attacks/bodies.ts';
import { beyondLimits, connections } from './attacks/connections.ts';
import { messages } from './attacks/messages.ts';
import { reads } from './attacks/reads.ts';
import { shares } from './attacks/shares.ts';
import { type Figures, findExcess, findFailures, reportHead, reportLine, usualBounds } from './figures.ts';
import { watchDuring } from './measure-others.ts';

/** `AVAILABILITY_REPORT=<file>` appends the figures of every attack to the file, as a table. */
const report = process.env['AVAILABILITY_REPORT'];
/**
 * A machine that is busy for a moment must not fail the test: of times and memory, the best of these tries counts.
 * A missing answer always fails.
 */
const tries = 3;
/** Time for all tries of the longest attack on a small machine. */
const withinMs = 600_000;

const quiet: Attack = { name: 'nothing else goes on', run: async () => {} };
const kinds = [bodies, messages, reads, connections, shares];
const attacks: readonly Attack[] = [quiet, ...kinds.flatMap((kind) => shareOf(kind, 3))];

let platform: PackagePlatform;
let target: Target;
let bystander: string;
beforeAll(async () => {
  platform = await startPackagePlatform();
  const [attacker, ...accomplices] = [
    await platform.createUser(),
    await platform.createUser(),
    await platform.createUser(),
    await platform.createUser(),
  ] as const;
  target = { url: platform.url, attacker, accomplices };
  bystander = (await platform.createUser()).token;
  // the first requests compile and connect, which is not part of the attacks
  for (let round = 0; round < 3; round += 1) await watchDuring(platform, bystander, () => quiet.run(target));
  say(...reportHead);
});
afterAll(() => platform?.stop());

function say(...lines: string[]): void {
  if (report !== undefined) appendFileSync(report, `${lines.join('\n')}\n`);
}

async function endure(attack: Attack): Promise<string[]> {
  let excess: string[] = [];
  let figures: Figures | undefined;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    figures = await watchDuring(platform, bystander, () => attack.run(target));
    const failures = findFailures(figures, usualBounds);
    excess = [...failures, ...findExcess(figures, usualBounds)];
    if (failures.length > 0 || excess.length === 0) break;
  }
  if (figures) say(reportLine(attack.name, figures));
  return excess;
}

async function expectEndured(attack: Attack): Promise<void> {
  const pids = pidsOf(platform);

  const excess = await endure(attack);

  expect(excess).toEqual([]);
  expect(pidsOf(platform)).toEqual(pids);
  expect(pids.filter((pid) => !isRunning(pid))).toEqual([]);
}

describe('others go on as before, and no process outgrows its memory, during', () => {
  it.each(attacks.map((attack) => [attack.name, attack] as const))(
    '%s',
    (_name, attack) => expectEndured(attack),
    withinMs,
  );
});

describe('the same with limits per client', () => {
  beforeAll(async () => {
    await platform.roles.api.stop();
    platform.roles.api = await platform.roles.api.restart({ RATE_LIMITS: 'on' });
    await watchDuring(platform, bystander, () => quiet.run(target));
  });

  it.each(shareOf(beyondLimits, 3).map((attack) => [attack.name, attack] as const))(
    '%s',
    (_name, attack) => expectEndured(attack),
    withinMs,
  );
});

function pidsOf({ roles }: PackagePlatform): number[] {
  return Object.values(roles).map(({ pid }) => pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
