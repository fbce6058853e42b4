import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Limit, type Limits, sharedLimits } from '../domain/limits.ts';
import { createEcosystems } from '../ecosystems/index.ts';

const heading = '| whose | what | most | why |';

const rows = [
  ...rowsOf('all', sharedLimits),
  ...createEcosystems().all.flatMap(({ id, limits }) => rowsOf(id, limits)),
];

test('the table of limits in the documents is the one that decides', () => {
  const lines = readFileSync(new URL('../docs/SECURITY.md', import.meta.url), 'utf8').split('\n');
  const start = lines.indexOf(heading) + 2;

  expect(lines.slice(start, lines.indexOf('', start))).toEqual(rows);
});

test('each limit bounds something, and says why', () => {
  for (const row of rows) expect(row).toMatch(/^\| \w+ \| [\w. ]+ \| \d[^|]* \| [^|]{8,} \|$/);
});

function rowsOf(whose: string, limits: Limits): string[] {
  return Object.entries(limits).map(
    ([what, limit]) => `| ${whose} | ${what} | ${mostOf(limit)} | ${limit.why} |`,
  );
}

function mostOf({ bytes, characters, count, depth, values, seconds, isCut }: Limit): string {
  const parts = [
    bytes !== undefined && sizeOf(bytes),
    characters !== undefined && `${numberOf(characters)} characters`,
    count !== undefined && `${numberOf(count)} of them`,
    depth !== undefined && `${depth} deep`,
    values !== undefined && `${numberOf(values)} values`,
    seconds !== undefined && `${numberOf(seconds)} seconds`,
    isCut === true && 'then cut',
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** In the largest unit in which it is a short number. */
function sizeOf(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && size % 1024 === 0 && unit < units.length - 1) [size, unit] = [size / 1024, unit + 1];
  return `${numberOf(size)} ${units[unit]}`;
}

function numberOf(value: number): string {
  return value.toLocaleString('en');
}
