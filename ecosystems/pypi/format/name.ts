import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';

const shape = /^[A-Z0-9](?:[A-Z0-9._-]*[A-Z0-9])?$/i;

/** PEP 503: a run of separators is one hyphen, and letters are lower case. @throws DomainError `invalid_name` */
export function canonicalName(raw: string): string {
  if (raw.length <= limits.name.characters && shape.test(raw)) return normalise(raw);
  throw new DomainError(
    'invalid_name',
    'a project name has at most 200 letters, digits, ".", "_" and "-", and starts and ends with a letter or a digit',
  );
}

export function normalise(name: string): string {
  return name.replaceAll(/[-_.]+/g, '-').toLowerCase();
}
