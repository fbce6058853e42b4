import { DomainError } from '../../../domain/errors.ts';

const shape = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

const windowsDevices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

const keywords = new Set(
  (
    'abstract as async await become box break const continue crate do dyn else enum extern false final fn ' +
    'for gen if impl in let loop macro match mod move mut override priv pub ref return self static struct ' +
    'super trait true try type typeof unsafe unsized use virtual where while yield'
  ).split(' '),
);

const builtIns = new Set(['test', 'core', 'std', 'alloc', 'proc_macro']);

/** `Serde-JSON` and `serde_json` are one crate. @throws DomainError `invalid_name` or `name_reserved` */
export function canonicalName(raw: string): string {
  if (!shape.test(raw)) {
    throw new DomainError(
      'invalid_name',
      'a crate name starts with a letter and has at most 64 ASCII letters, digits, "-" and "_"',
    );
  }
  const key = raw.toLowerCase().replaceAll('-', '_');
  if (windowsDevices.test(key) || keywords.has(key) || builtIns.has(key)) {
    throw new DomainError('name_reserved', `the crate name ${raw} is reserved`);
  }
  return key;
}

/** The path of a crate in the sparse index, below `index/`: from the first published name in lower case. */
export function indexPath(name: string): string {
  const lower = name.toLowerCase();
  if (lower.length <= 2) return `${lower.length}/${lower}`;
  if (lower.length === 3) return `3/${lower.slice(0, 1)}/${lower}`;
  return `${lower.slice(0, 2)}/${lower.slice(2, 4)}/${lower}`;
}
