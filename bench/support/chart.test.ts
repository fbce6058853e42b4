import { XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { format, pairChart, ratioChart } from './chart.ts';
import { type Comparison, compared } from './compare.ts';

const row: Comparison = {
  what: 'a < b & "c"',
  unit: 'per second',
  peer: 'peer',
  theirs: 50,
  ours: 200,
  ratio: 4,
};

test('a chart is one well-formed image, whatever stands in it', () => {
  for (const chart of [
    pairChart('Title & more', [row, { ...row, theirs: 0 }]),
    ratioChart('Title', [{ name: 'npm', rows: [row, { ...row, ratio: 0.01 }] }]),
  ]) {
    expect(XMLValidator.validate(chart)).toBe(true);
    expect(chart).not.toContain('NaN');
  }
});

test('the longer bar takes the room, the other its share', () => {
  const widths = [...pairChart('', [row]).matchAll(/<rect class="(\w+)"[^>]* width="([\d.]+)"/g)];

  expect(widths.map(([, name, width]) => [name, Number(width)])).toEqual([
    ['peer', 85],
    ['ours', 340],
  ]);
});

test('a ratio above 1 means faster here, for numbers per second and for times', () => {
  const base = { what: '', peer: '' };

  expect(compared({ ...base, unit: 'per second' }, [10, 20], [20, 40]).ratio).toBe(2);
  expect(compared({ ...base, unit: 'ms' }, [10, 20], [20, 40]).ratio).toBe(0.5);
});

test('figures are as long as they need to be', () => {
  expect([0.05, 0.125, 12.34, 1234.5].map(format)).toEqual(['0.05', '0.125', '12.3', '1,235']);
});
