import { DomainError } from '../../../domain/errors.ts';

const shape = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** `r` is the first segment of repository URLs. */
const reserved: ReadonlySet<string> = new Set(['r']);

/** A name has one spelling. @throws DomainError `invalid_name` or `name_reserved` */
export function canonicalName(raw: string): string {
  if (!shape.test(raw)) {
    throw new DomainError(
      'invalid_name',
      'a name has at most 100 of a-z, 0-9, ".", "_" and "-", and starts with a letter or a digit',
    );
  }
  if (reserved.has(raw)) throw new DomainError('name_reserved', `the name ${raw} is reserved`);
  return raw;
}
