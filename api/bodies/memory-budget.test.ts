import { describe, expect, it } from 'vitest';
import { createHeldBodies } from './memory-budget.ts';
import { type Holder, holderOf } from './body-owner.ts';

const alice: Holder = { key: 'person:alice', isKnown: true };
const bob: Holder = { key: 'person:bob', isKnown: true };
const anonymous = (n: number) => holderOf({ kind: 'anonymous' }, `192.0.2.${n}`);
const full = { code: 'overloaded', meta: { retryAfterSeconds: 2 } };

/** A memory budget in which each of `held` occupies its bytes until the gate opens. */
function roomWith(bytes: number, held: readonly [Holder, number][]) {
  const room = createHeldBodies(bytes);
  const gate = Promise.withResolvers<void>();
  const all = held.map(([holder, own]) =>
    room.hold(holder, async (take) => {
      take(own);
      await gate.promise;
    }),
  );
  const empty = async () => {
    gate.resolve();
    await Promise.all(all);
  };
  return { room, empty, take: (who: Holder, own: number) => room.hold(who, async (take) => take(own)) };
}

describe('bodies in memory', () => {
  it('share their room, and give it back however they end', async () => {
    const { room, take, empty } = roomWith(100, [[bob, 25]]);

    await take(alice, 25);
    await expect(
      room.hold(alice, async (more) => {
        more(25);
        throw new Error('broken');
      }),
    ).rejects.toThrow('broken');
    await room.hold(alice, async (more) => {
      more(20);
      await expect(take(alice, 6)).rejects.toMatchObject(full);
      await take(alice, 5);
    });
    await empty();
  });

  it('of few holders never fill it: each leaves as much as it has itself', async () => {
    const people = [25, 25, 25, 12].map((own, n): [Holder, number] => [
      { key: `person:${n}`, isKnown: true },
      own,
    ]);
    const { take, empty } = roomWith(100, people);

    for (const [who] of people) await expect(take(who, 1)).rejects.toMatchObject(full);
    await expect(take(bob, 7)).rejects.toMatchObject(full);
    await take(bob, 6);
    await empty();
    await take(bob, 25);
  });

  it('of anonymous clients leave half of it to known ones', async () => {
    const { take, empty } = roomWith(100, [
      [anonymous(1), 25],
      [anonymous(2), 25],
    ]);

    await expect(take(anonymous(3), 1)).rejects.toMatchObject(full);
    await take(alice, 25);
    await empty();
    await take(anonymous(3), 1);
  });

  it('of one holder have a quarter of it', async () => {
    const { take, empty } = roomWith(100, [
      [alice, 20],
      [anonymous(1), 20],
    ]);

    await expect(take(alice, 6)).rejects.toMatchObject(full);
    await expect(take(anonymous(1), 6)).rejects.toMatchObject(full);
    await take(bob, 25);
    await take(anonymous(2), 25);
    await empty();
    await take(alice, 25);
  });

  it('take nothing any more when they were given up', async () => {
    const room = createHeldBodies(100);
    let late: ((bytes: number) => void) | undefined;
    await room.hold(alice, async (take) => {
      late = take;
    });

    expect(() => late?.(1)).toThrow('while its body was waiting');
    await room.hold(alice, async (take) => take(25));
  });
});

it('an IPv6 network is one holder, a person is one wherever they are', () => {
  const anonymous = { kind: 'anonymous' } as const;
  expect(holderOf(anonymous, '2001:db8::1')).toEqual(holderOf(anonymous, '2001:db8::2'));
  expect(holderOf(anonymous, '2001:db8::1')).not.toEqual(holderOf(anonymous, '2001:db8:0:1::1'));
});
