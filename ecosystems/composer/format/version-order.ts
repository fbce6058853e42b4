/** The order of words, numbers and the end of a version; any other word is below `dev`. */
const ranks: readonly (readonly [start: string, rank: number])[] = [
  ['dev', 1],
  ['alpha', 2],
  ['a', 2],
  ['beta', 3],
  ['b', 3],
  ['RC', 4],
  ['rc', 4],
  ['pl', 7],
  ['p', 7],
];
const [end, number] = [5, 6] as const;

/** The order of PHP's `version_compare`; named branches are below all versions, and equal versions in byte order. */
export function compareNormalised(a: string, b: string): number {
  if (a === b) return 0;
  const byBytes = a < b ? -1 : 1;
  const areNamed = [a, b].map((each) => each.startsWith('dev-'));
  if (areNamed[0] || areNamed[1]) return Number(areNamed[1]) - Number(areNamed[0]) || byBytes;
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const order = compareParts(left[at], right[at]);
    if (order !== 0) return order;
  }
  return byBytes;
}

/** Runs of digits and of letters. */
function partsOf(version: string): string[] {
  return version.match(/\d+|[A-Za-z]+/g) ?? [];
}

function compareParts(a: string | undefined, b: string | undefined): number {
  const byRank = rankOf(a) - rankOf(b);
  if (byRank !== 0 || a === undefined || b === undefined || rankOf(a) !== number) return byRank;
  const [left, right] = [withoutZeros(a), withoutZeros(b)];
  if (left.length !== right.length) return left.length - right.length;
  return left === right ? 0 : left < right ? -1 : 1;
}

function rankOf(part: string | undefined): number {
  if (part === undefined) return end;
  if (/^\d/.test(part)) return number;
  return ranks.find(([start]) => part.startsWith(start))?.[1] ?? 0;
}

function withoutZeros(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits[start] === '0') start += 1;
  return digits.slice(start);
}
