import { expect, test } from 'vitest';
import { createChangeLog, keptMs } from './change-log.ts';

const now = Date.UTC(2026, 2, 2);
const line = (at: number, name: string, tagged = 'u', branches = '-') =>
  `${at} ${name} ${tagged} ${branches} a b\n`;
const bodyOf = (...lines: string[]) => Buffer.from(lines.join(''));

test('the last change of each document since a moment, oldest first', () => {
  const body = bodyOf(
    line(now - 300, 'acme/a', 'u', 'u'),
    line(now - 200, 'acme/b'),
    line(now - 100, 'acme/a', '-', 'd'),
  );
  const changes = createChangeLog().read({ edition: 'one', body }, now);

  expect(changes.last).toBe(now - 100);
  expect(changes.since(0)).toEqual([
    { type: 'update', package: 'acme/a', at: now - 300 },
    { type: 'update', package: 'acme/b', at: now - 200 },
    { type: 'delete', package: 'acme/a~dev', at: now - 100 },
  ]);
  expect(changes.since(now - 250).map((each) => each.package)).toEqual(['acme/b', 'acme/a~dev']);
  expect(changes.since(now)).toEqual([]);
});

test('of a document that has grown only what is new is read, of another edition everything', () => {
  const log = createChangeLog();
  const first = line(now - 300, 'acme/a');
  log.read({ edition: 'one', body: bodyOf(first) }, now);

  // the changed beginning would give another result: the test shows that the log does not read it again
  const grown = bodyOf(first.replace('acme/a', 'acme/x'), line(now - 100, 'acme/b'));
  const after = log.read({ edition: 'one', body: grown }, now);
  const renewed = log.read({ edition: 'two', body: grown }, now);

  expect(after.since(0).map((each) => each.package)).toEqual(['acme/a', 'acme/b']);
  expect(renewed.since(0).map((each) => each.package)).toEqual(['acme/x', 'acme/b']);
});

test('what is older than a day is forgotten but for its time, and lines made anew are put in order', () => {
  const log = createChangeLog();
  const old = now - 2 * keptMs;
  const body = bodyOf(line(now - 10, 'acme/a'), line(old, 'acme/b'), line(now - 20, 'acme/c'));

  expect(
    log
      .read({ edition: 'one', body }, now)
      .since(0)
      .map((each) => each.package),
  ).toEqual(['acme/c', 'acme/a']);
  const later = log.read({ edition: 'one', body }, now + 2 * keptMs);
  expect([later.last, later.since(0)]).toEqual([now - 10, []]);
});

test('a reader that is behind another one is told nothing wrong', () => {
  const log = createChangeLog();
  const [first, second] = [line(now - 300, 'acme/a'), line(now - 100, 'acme/b')];
  log.read({ edition: 'one', body: bodyOf(first, second) }, now);

  const behind = log.read({ edition: 'one', body: bodyOf(first) }, now);

  expect(behind.since(0).map((each) => each.package)).toEqual(['acme/a', 'acme/b']);
});

test('a hundred thousand lines cost nothing when they are read again', () => {
  const log = createChangeLog();
  const body = Buffer.from(
    Array.from({ length: 100_000 }, (_, at) => line(now - 2 * keptMs, `acme/p${at}`)).join(''),
  );
  log.read({ edition: 'one', body }, now);

  const started = performance.now();
  for (let times = 0; times < 1_000; times += 1) log.read({ edition: 'one', body }, now);

  // one parse of all lines takes longer
  expect(performance.now() - started).toBeLessThan(50);
});
