import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';

const shape = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The key of a name: `-`, `_` and `.` distinguish gems, case does not. @throws DomainError `invalid_name` */
export function canonicalName(raw: string): string {
  if (raw.length > limits.name.characters || !shape.test(raw) || !/[A-Za-z]/.test(raw)) {
    throw new DomainError(
      'invalid_name',
      'a gem name has at most 200 letters, digits, ".", "_" and "-", a letter among them, and starts with a letter or a digit',
    );
  }
  return raw.toLowerCase();
}
