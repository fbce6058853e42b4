import { expect, test } from 'vitest';
import { DomainError } from './errors.ts';
import { FairQueue } from './fair-queue.ts';

const never = () => false;
const words = { refusal: 'too many', retryAfterSeconds: 5 };
const patient = { slowAfterMs: 60_000, penaltyMs: 60_000, ...words };
const behind = expect.objectContaining({ code: 'overloaded' });

/** A turn that lasts until the test ends it. */
function start(turns: FairQueue, owner: string, log: string[] = [], wasEnded: () => boolean = never) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const answer = turns.run(
    owner,
    (begun) => {
      begun();
      log.push(owner);
      return promise;
    },
    { wasEnded },
  );
  answer.catch(() => {});
  return { answer, end: () => resolve(owner), fail: () => reject(new DomainError('internal', 'ended')) };
}

/** Resolves when every turn that may continue has done so. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('one owner never takes the last place', async () => {
  const turns = new FairQueue({ places: 2, ...patient });
  const log: string[] = [];
  const mine = ['a', 'a', 'a'].map((owner) => start(turns, owner, log));
  const other = start(turns, 'b', log);
  await settle();

  expect(log).toEqual(['a', 'b']);
  mine[0]?.end();
  await settle();
  expect(log).toEqual(['a', 'b', 'a']);
  other.end();
  mine[1]?.end();
  mine[2]?.end();
  await Promise.all([other.answer, ...mine.map(({ answer }) => answer)]);
});

test('waiting owners are served in a ring, also beside an owner with more requests', async () => {
  const turns = new FairQueue({ places: 1, ...patient });
  const log: string[] = [];
  const all = ['x', 'a', 'a', 'a', 'b', 'c'].map((owner) => start(turns, owner, log));
  for (const turn of all) turn.end();
  await Promise.all(all.map(({ answer }) => answer));

  expect(log).toEqual(['x', 'a', 'b', 'c', 'a', 'a']);
});

test('an owner with a slow turn is refused instead of queued, and others are served', async () => {
  const turns = new FairQueue({ ...patient, places: 2, slowAfterMs: 20 });
  const slow = start(turns, 'a');
  const waiting = start(turns, 'a');

  await expect(waiting.answer).rejects.toEqual(behind);
  await expect(start(turns, 'a').answer).rejects.toEqual(behind);
  const other = start(turns, 'b');
  other.end();
  expect(await other.answer).toBe('b');
  slow.end();
  await slow.answer;
  const again = start(turns, 'a');
  again.end();
  expect(await again.answer).toBe('a');
});

test('after a turn that had to be ended its owner has one at a time for a while', async () => {
  const turns = new FairQueue({ places: 3, ...patient });
  const bad = start(turns, 'a', [], () => true);
  bad.fail();
  await expect(bad.answer).rejects.toThrow('ended');

  const next = start(turns, 'a');
  await expect(start(turns, 'a').answer).rejects.toEqual(behind);
  next.end();
  expect(await next.answer).toBe('a');
});

test('where too many wait, the newest request of the owner with most of them is refused', async () => {
  const turns = new FairQueue({ places: 1, maxWaiting: 3, ...words });
  const log: string[] = [];
  const all = ['x', 'a', 'a', 'a', 'b', 'c', 'a'].map((owner) => start(turns, owner, log));
  for (const turn of all) turn.end();

  const outcomes = await Promise.allSettled(all.map(({ answer }) => answer));

  expect(log).toEqual(['x', 'a', 'b', 'c']);
  const refused = outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
  expect(refused).toEqual([2, 3, 6]);
});

test('a wait that is given up leaves nothing behind', async () => {
  const turns = new FairQueue({ places: 1, maxWaiting: 1, ...words });
  const first = start(turns, 'a');
  const late = new AbortController();
  const waits = turns.run('b', async () => 'b', { signal: late.signal });
  late.abort(new Error('given up'));

  await expect(waits).rejects.toThrow('given up');
  const next = start(turns, 'c');
  first.end();
  next.end();
  expect(await next.answer).toBe('c');
});
