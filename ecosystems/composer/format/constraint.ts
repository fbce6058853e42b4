import { boundVersion, normaliseVersion } from './version.ts';
import { limits } from './limits.ts';

const stabilityFlag = /@(?:stable|rc|beta|alpha|dev)$/i;
const everything = /^v?[x*](?:\.[x*])*$/i;
const wildcard = /^v?\d+(?:\.\d+){0,2}(?:\.[x*])+$/i;
const comparison = /^(?:<>|!=|>=?|<=?|==?)/;

/**
 * Whether Composer can read the constraint: alternatives of clauses that must all hold, as in `parseConstraints` of
 * `Composer\Semver\VersionParser`. `a as b` counts as `a`: only requirements of the root package have aliases.
 */
export function isConstraint(raw: string): boolean {
  const text = raw.trim();
  if (text.length > limits.constraint.characters) return false;
  if (text === 'self.version') return true;
  return text.split(/\|\|?/).every((range) => holdTogether(range.trim()));
}

/** Whether the text is a list of clauses, separated by commas or blanks, or a range `from - to`. */
function holdTogether(text: string): boolean {
  if (/^,|,$|[,=<>] *,| {2}(?:as|-) /.test(text)) return false;
  const words = text.split(/[ ,]/).filter((word) => word !== '');
  const clauses: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    // a blank may separate an operator from its version
    const isApart = word.replace(comparison, '') === '';
    const clause = isApart ? word + (words[(at += 1)] ?? '') : word;
    if (words.length > 1 && (word.endsWith('-') || word.startsWith('-'))) return false;
    if (words[at + 1] === 'as') {
      if (words[at + 2] === undefined) return false;
      at += 2;
    } else if (words[at + 1] === '-') {
      const to = words[(at += 2)] ?? '';
      if (![clause, to].every((bound) => boundVersion.test(bound) && isVersion(bound))) return false;
      continue;
    }
    clauses.push(clause);
  }
  return words.length > 0 && clauses.every(isClause);
}

function isClause(raw: string): boolean {
  const bare = raw.replace(stabilityFlag, '');
  const plain = withoutCommit(bare);
  if (plain === '') return raw !== '';
  if (everything.test(plain) || wildcard.test(plain)) return true;
  if (/^[~^]/.test(plain)) return boundVersion.test(plain.slice(1)) && isVersion(plain.slice(1));
  return isVersion(plain.replace(comparison, ''));
}

/** The clause without the commit that a branch may name. */
function withoutCommit(clause: string): string {
  const [branch = '', ...commit] = clause.split('#');
  const isBranch = /^dev-./i.test(branch) || /.\.x-dev$/i.test(branch);
  return isBranch && commit.join('#') !== '' ? branch : clause;
}

function isVersion(raw: string): boolean {
  const bare = raw.replace(stabilityFlag, '');
  if (/^dev-/i.test(bare)) return true;
  // a branch name with the suffix `-dev` in place of the prefix `dev-`
  if (/^[0-9a-z./-]*-dev$/i.test(bare)) return true;
  // `main` is a version, but not a requirement
  if (bare === 'main') return false;
  try {
    normaliseVersion(bare);
    return true;
  } catch {
    return false;
  }
}
