import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitRows } from '../activities/git/limits.ts';
import { type Limit, type Limits, sharedLimits } from '../domain/limits.ts';
import { answerLimits } from '../domain/limits/answers.ts';
import { fieldLimits, policyLimits } from '../domain/limits/fields.ts';
import { inputLimits } from '../domain/limits/inputs.ts';
import { webhookRows } from '../domain/limits/webhooks.ts';
import { createEcosystems } from '../ecosystems/index.ts';
import { limits as openpgp } from '../ecosystems/openpgp/limits.ts';
import { scanLimits } from '../scan/limits.ts';
import { partRows } from '../scan/parts/limits.ts';
import { sourceFiles } from '../store/cache/testing/source-files.ts';
import { bareBounds, elsewhere } from './limits-elsewhere.ts';

const heading = '| whose | what | most | why |';

const rows = [
  ...rowsOf('all', sharedLimits),
  ...rowsOf('input', inputLimits),
  ...rowsOf('field', fieldLimits),
  ...rowsOf('policy', policyLimits),
  ...rowsOf('answer', answerLimits),
  ...rowsOf('webhook', webhookRows),
  ...createEcosystems().all.flatMap(({ id, limits }) => rowsOf(id, limits)),
  ...rowsOf('openpgp', openpgp),
  ...rowsOf('scan', scanLimits),
  ...rowsOf('part', partRows),
  ...rowsOf('git', gitRows),
];

test('the table of limits in the documents is the one that decides', () => {
  const lines = readFileSync(new URL('../docs/SECURITY.md', import.meta.url), 'utf8').split('\n');
  const start = lines.indexOf(heading) + 2;

  expect(lines.slice(start, lines.indexOf('', start))).toEqual(rows);
});

test('each limit bounds something, and says why', () => {
  for (const row of rows) expect(row).toMatch(/^\| \w+ \| [\w. ]+ \| \d[^|]* \| [^|]{8,} \|$/);
});

const root = join(import.meta.dirname, '..');
// excludes portal: its pages show parts of answers, and the table has a row for its forms
const folders = [
  'activities',
  'admin',
  'api',
  'chess',
  'config',
  'domain',
  'ecosystems',
  'rendering',
  'scan',
  'services',
  'store',
];
const home = /(?:^|\/)limits(?:\.ts$|\/)/;

/** A constant named like a limit with its own value, not an alias of a row. */
const limitLike =
  /^(?:export )?const ((?:max|maximum|most|longest|largest|limits?)(?:[A-Z]\w*)?|MAX_\w+|\w+(?:Limits?|Characters))(?:: [^=]+)? = (?!(?:\w+Of\()?(?:\w*[lL]imits\b|\w+Rows\b))/;

test('a constant that is named like a limit is a row of the table, or stands in the list with a reason', () => {
  const found = sourcesOf(folders).flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line) => limitLike.exec(line)?.[1] ?? [])
      .map((name) => `${file} ${name}`),
  );

  expect(found.toSorted()).toEqual(Object.values(elsewhere).flat().toSorted());
});

/** A number in the place of a row: in a schema, in a field of a form, and where that field is read. None and one are no limits. */
const bareBound =
  /(?:(?<!Math)\.(?:max|lte|length)\(\s*|\b(?:whole|wholeText|numberIn)\([\d_]+, |\bmaxlength(?:: |=")|\.(?:text|exact|required|optional|words|lines)\(['\w]+, )(?![01]\b)(\d[\d_]*)/g;

test('a bound of a schema or of a form is a row of the table, or stands in the list with a reason', () => {
  // settings of operators have bounds of their own
  const places = [...folders.filter((folder) => folder !== 'config'), 'portal'];
  const found = sourcesOf(places).flatMap(({ file, text }) =>
    [...text.matchAll(bareBound)].map(([, number]) => `${file} ${number}`),
  );

  expect([...new Set(found)].toSorted()).toEqual(Object.values(bareBounds).flat().toSorted());
});

function sourcesOf(places: readonly string[]): { file: string; text: string }[] {
  return places
    .flatMap((place) => sourceFiles(root, place))
    .filter((file) => !home.test(file) && !file.includes('/fixtures/'))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

function rowsOf(whose: string, limits: Limits): string[] {
  return Object.entries(limits).map(
    ([what, limit]) => `| ${whose} | ${what} | ${mostOf(limit)} | ${limit.why} |`,
  );
}

function mostOf({ bytes, characters, count, depth, values, seconds, times, bits, isCut }: Limit): string {
  const parts = [
    bytes !== undefined && sizeOf(bytes),
    characters !== undefined && `${numberOf(characters)} characters`,
    count !== undefined && `${numberOf(count)} of them`,
    depth !== undefined && `${depth} deep`,
    values !== undefined && `${numberOf(values)} values`,
    seconds !== undefined && `${numberOf(seconds)} seconds`,
    times !== undefined && `${numberOf(times)} times`,
    bits !== undefined && `${numberOf(bits)} bits`,
    isCut === true && 'then cut',
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** A size in the largest unit that gives a short number. */
function sizeOf(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  let [size, unit] = [bytes, 0];
  while (size >= 1024 && size % 1024 === 0 && unit < units.length - 1) [size, unit] = [size / 1024, unit + 1];
  return `${numberOf(size)} ${units[unit]}`;
}

function numberOf(value: number): string {
  return value.toLocaleString('en');
}
