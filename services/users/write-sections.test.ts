import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { writeSections } from './write-sections.ts';

async function written(parts: readonly (readonly [string, readonly object[]])[]): Promise<string> {
  const out = new PassThrough({ highWaterMark: 1 });
  const all = text(out);
  const sections = writeSections(out);
  for (const [section, entries] of parts) await sections.add(section, entries);
  await sections.end();
  out.end();
  return all;
}

test('sections that come in parts are one object, as if it had been written at once', async () => {
  const entries = [{ a: 1 }, { b: 'two\nlines', c: { d: [] } }, { e: null }] as const;

  const found = await written([
    ['none', []],
    ['some', entries.slice(0, 2)],
    ['some', entries.slice(2)],
    ['some', []],
    ['last', []],
  ]);

  expect(found).toBe(`${JSON.stringify({ none: [], some: entries, last: [] }, null, 2)}\n`);
  expect(await written([])).toBe('{}\n');
});

test('nothing is taken while what was written before is not read', async () => {
  const out = new PassThrough({ highWaterMark: 16 });
  const sections = writeSections(out);
  let isTaken = false;

  const taken = sections.add('some', [{ long: 'x'.repeat(100) }]).then(() => (isTaken = true));
  await new Promise(setImmediate);
  const wasTaken = isTaken;
  out.resume();
  await taken;

  expect([wasTaken, isTaken]).toEqual([false, true]);
});

test('a reader who takes nothing is given up after the patience', async () => {
  const out = new PassThrough({ highWaterMark: 16 });
  const sections = writeSections(out, 20);

  await expect(sections.add('some', [{ long: 'x'.repeat(100) }])).rejects.toThrow(/aborted/);
});
