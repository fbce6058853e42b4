import { describe as suite, expect, it } from 'vitest';
import { type Check, describe, missedTargets, type Outcome } from './report.ts';
import { Tally } from './tally.ts';

function seen(publishProblems: string[] = [], readProblems: string[] = []) {
  const tally = new Tally();
  tally.add('publish', 120);
  tally.add('read', 40);
  for (const problem of publishProblems) tally.add('publish', 2_500, problem);
  for (const problem of readProblems) tally.add('read', 300, problem);
  return tally.take();
}

const machine = {
  date: '2026-11-28',
  command: 'npm run rehearse',
  system: 'A processor on linux',
  cores: 2,
  memoryGiB: 24,
  load: 3.5,
  loadDuring: 9,
  proxy: 'Caddy',
  temporal: 'Temporal on PostgreSQL',
};
const whole: Check = { entries: 320, read: 320, lost: [], overlooked: 0 };
const good: Outcome = {
  act: 'kill-worker',
  summary: 'SIGKILL for each worker in turn',
  seen: seen(),
  secondsUntilWhole: 4.26,
  check: whole,
  mayFailReads: false,
};

suite('the targets of a rehearsal', () => {
  it('are met where nothing is lost and no read failed; refused publishes are none of them', () => {
    expect(missedTargets({ ...good, seen: seen(['npm 503']) })).toEqual([]);
  });

  it('are missed by a lost package, a failed read, and a deployment that stays broken', () => {
    const bad = {
      ...good,
      seen: seen([], ['npm 503 /npm/…']),
      check: { ...whole, lost: ['npm a: 404'] },
      problem: 'not whole',
    };

    expect(missedTargets(bad)).toEqual([
      'kill-worker: 1 acknowledged packages are lost (npm a: 404)',
      'kill-worker: 1 reads failed (1 × npm 503 /npm/…)',
      'kill-worker: not whole',
    ]);
  });

  it('allow failed reads only where the database is lost', () => {
    const reads = seen([], ['npm 503']);
    expect(missedTargets({ ...good, seen: reads, mayFailReads: true })).toEqual([]);
    expect(missedTargets({ ...good, seen: reads })).toHaveLength(1);
  });
});

suite('the report', () => {
  it('names what the last look at everything has found', () => {
    const last = { entries: 320, read: 319, lost: ['npm a: 404'], overlooked: 1 };
    const text = describe(machine, [good], last);

    expect(text).not.toContain('All acts meet both.');
    expect(text).toContain('| acknowledged in all | 320 packages; 319 read again at the end');
    expect(text).toContain('- at the end: 1 acknowledged packages are lost (npm a: 404)');
    expect(text).toContain('- at the end: 319 of 320 acknowledged packages were read again');
    expect(text).toContain("- at the end: 1 packages that can't be there were not found lost");
  });

  it('has a row for each act, with what clients saw', () => {
    const text = describe(
      machine,
      [good, { ...good, act: 'fail-over', seen: seen(['npm 503', 'npm 503']) }],
      whole,
    );

    expect(text).toContain('| kill-worker | 0 of 1 | 0 of 1 | 0.1 s, 0.0 s | 4.3 s | 0 of 320 |');
    expect(text).toContain('| fail-over | 2 of 3 | 0 of 1 | 2.5 s, 0.0 s | 4.3 s | 0 of 320 |');
    expect(text).toContain('| fail-over | SIGKILL for each worker in turn | 2 × npm 503 |  |');
    expect(text).toContain('All acts meet both.');
    expect(text).toContain('load 3.5 before the start, 9 during the acts');
  });

  it('names what is missed, and an act after which nothing was whole', () => {
    const { secondsUntilWhole: _, ...never } = good;
    const text = describe(machine, [{ ...never, problem: 'api-1 is not healthy' }], whole);

    expect(text).toContain('- kill-worker: api-1 is not healthy');
    expect(text).toContain('| never | 0 of 320 |');
  });
});
