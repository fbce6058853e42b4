import { canonicalVersion } from './version.ts';

const maxCharacters = 1_000;
const operator = /^(?:\^|~|<>|!=|==|=|>=|<=|>|<)/;
const wildcard = /^v?(?:\d+\.){0,3}[x*]$/i;
const stabilityFlag = /@(?:stable|rc|beta|alpha|dev)$/i;

/** Whether Composer could read it: alternatives of ranges. Of requirements of the root package only (`a as b`) nothing is known here. */
export function isConstraint(raw: string): boolean {
  const text = raw.trim();
  if (text.length > maxCharacters) return false;
  if (text === 'self.version') return true;
  return text.split(/\|\|?/).every(isRange);
}

function isRange(range: string): boolean {
  return range.split(',').every(holdTogether);
}

/** Clauses that all hold, or `from - to`. */
function holdTogether(text: string): boolean {
  const words = text.split(/\s/).filter((word) => word !== '');
  if (words[1] === '-') return words.length === 3 && isBound(words[0] ?? '') && isBound(words[2] ?? '');
  const clauses: string[] = [];
  let before = '';
  for (const word of words) {
    // an operator may stand apart from its version
    const isAlone = before === '' && word.replace(operator, '') === '';
    if (isAlone) before = word;
    else {
      clauses.push(word);
      before = '';
    }
  }
  return (
    clauses.length > 0 && before === '' && clauses.every((clause) => isBound(clause.replace(operator, '')))
  );
}

function isBound(raw: string): boolean {
  const [plain = ''] = raw.split('#', 1);
  const version = plain.replace(stabilityFlag, '');
  if (version === '') return stabilityFlag.test(raw);
  if (version === '*' || wildcard.test(version)) return true;
  try {
    canonicalVersion(version);
    return true;
  } catch {
    return false;
  }
}
