import { describe, expect, it } from 'vitest';
import { canariesOf, type Entry, findLost, Ledger } from './ledger.ts';

const entry = (name: string) => ({ ecosystem: 'npm', name, version: '1.0.0', files: { tarball: name } });
const quickly = { tries: 3, pauseMs: 1 };

describe('the ledger', () => {
  it('has entries in the order of their acknowledgement', () => {
    const ledger = new Ledger();
    ledger.add(entry('a'));
    const position = ledger.size;
    ledger.add(entry('b'));

    expect(ledger.since(position).map(({ name }) => name)).toEqual(['b']);
    expect(ledger.any(() => 0)?.name).toBe('a');
    expect(ledger.any(() => 0.99)?.name).toBe('b');
    expect(new Ledger().any()).toBeUndefined();
  });

  it('forgets what came after a copy', () => {
    const ledger = new Ledger();
    ledger.add(entry('a'));
    const { acknowledgedAt } = ledger.add(entry('b'));

    expect(ledger.forgetSince(acknowledgedAt + 1)).toBe(0);
    expect(ledger.forgetSince(0)).toBe(2);
    expect(ledger.size).toBe(0);
  });
});

describe('what is lost', () => {
  it('is what can not be read at any try, with the last reason', async () => {
    const ledger = new Ledger();
    for (const name of ['there', 'late', 'gone']) ledger.add(entry(name));
    const asked = new Map<string, number>();

    const { read, lost } = await findLost(
      ledger.since(0),
      async ({ name }: Entry) => {
        asked.set(name, (asked.get(name) ?? 0) + 1);
        if (name === 'gone') throw new Error('404 /npm/gone');
        if (name === 'late' && asked.get(name) === 1) throw new Error('503');
      },
      quickly,
    );

    expect(read).toBe(3);
    expect(lost.map(({ entry: { name }, problem }) => [name, problem])).toEqual([['gone', '404 /npm/gone']]);
    expect(Object.fromEntries(asked)).toEqual({ there: 1, late: 2, gone: 3 });
  });

  it('has canaries of another name, and of another digest of the same length', () => {
    const there = new Ledger().add({ ...entry('a'), files: { tarball: '0f', other: 'aa' } });

    expect(canariesOf(there)).toEqual([
      { ...there, name: 'a-never' },
      { ...there, files: { tarball: '1f', other: 'aa' } },
    ]);
  });
});
