/** A number, a word, or the list after a hyphen or a border between letters and digits. */
type Item = bigint | string | Item[];

/** In ascending order; `''` is the release itself. */
const qualifiers = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const aliases: Readonly<Record<string, string>> = { ga: '', final: '', release: '', cr: 'rc' };
const shorthands: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' };

/**
 * Maven's order of versions (https://maven.apache.org/pom.html#version-order-specification): 1.0-alpha-1 < 1.0-rc1 <
 * 1.0 = 1 = 1.0-ga < 1.0-sp1 < 1.0-1 < 1.0.1. Zero for versions that Maven regards as equal, in any spelling.
 */
export function compareMavenVersions(a: string, b: string): number {
  return compareItems(parse(a), parse(b));
}

const borders = /[.-]|\d+|[^\d.-]+/g;

function parse(version: string): Item[] {
  const lists: Item[][] = [[]];
  const add = (item: Item) => lists.at(-1)?.push(item);
  const open = () => {
    const list: Item[] = [];
    add(list);
    lists.push(list);
  };
  let isEmpty = true;
  const tokens = version.toLowerCase().match(borders) ?? [];
  for (const [index, token] of tokens.entries()) {
    if (token === '.' || token === '-') {
      if (isEmpty) add(0n);
      if (token === '-') open();
      isEmpty = true;
      continue;
    }
    const next = tokens[index + 1];
    const isBeforeDigit = isNumber(next ?? '');
    // 1.0.RC2 is 1.0-RC2
    const isOwnList = !isNumber(token) && (isBeforeDigit || next === undefined) && lists.at(-1)?.length !== 0;
    if (!isEmpty || isOwnList) open();
    add(isNumber(token) ? BigInt(token) : wordOf(token, isBeforeDigit));
    isEmpty = false;
  }
  for (const list of lists.toReversed()) trimEnd(list);
  return lists[0] ?? [];
}

function isNumber(token: string): boolean {
  return token >= '0' && token < ':';
}

function wordOf(token: string, isBeforeDigit: boolean): string {
  const word = isBeforeDigit ? (shorthands[token] ?? token) : token;
  return Object.hasOwn(aliases, word) ? (aliases[word] ?? word) : word;
}

/** Drops empty ends: 1.0.0 is 1, and 1.0-1 is 1-1. */
function trimEnd(list: Item[]): void {
  for (let index = list.length - 1; index >= 0; index -= 1) {
    const item = list[index];
    const isNothing = item === 0n || item === '' || (Array.isArray(item) && item.length === 0);
    if (isNothing) list.splice(index, 1);
    else if (!Array.isArray(item)) return;
  }
}

/** Order: words, lists, numbers; the end of a version counts as a release. */
function compareItems(a: Item | undefined, b: Item | undefined): number {
  if (a === undefined) return b === undefined ? 0 : -compareItems(b, undefined);
  if (typeof a === 'bigint') {
    if (typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
    return b === undefined && a === 0n ? 0 : 1;
  }
  if (typeof a === 'string') {
    if (typeof b === 'string' || b === undefined) return compareWords(a, b ?? '');
    return -1;
  }
  if (typeof b === 'bigint') return -1;
  if (typeof b === 'string') return 1;
  const [left, right] = [a, b ?? []];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const order = compareItems(left[index], right[index]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareWords(a: string, b: string): number {
  const order = rankOf(a) - rankOf(b);
  if (order !== 0 || a === b) return order;
  return a < b ? -1 : 1;
}

function rankOf(word: string): number {
  const rank = qualifiers.indexOf(word);
  return rank === -1 ? qualifiers.length : rank;
}
