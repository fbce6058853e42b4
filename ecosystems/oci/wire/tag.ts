import { DomainError } from '../../../domain/errors.ts';

const grammar = /^[a-zA-Z0-9_][a-zA-Z0-9._-]{0,127}$/;

export function isTag(raw: string): boolean {
  return grammar.test(raw);
}

/** @throws DomainError `bad_request` */
export function requireTag(raw: string): string {
  if (isTag(raw)) return raw;
  throw new DomainError(
    'bad_request',
    'a tag has 1 to 128 letters, digits, dots, dashes or underscores and starts with no dot and no dash',
  );
}
