import { DomainError } from '../../../domain/errors.ts';

const shape = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const maxLength = 200;

/** `-`, `_` and `.` tell gems apart, the case of letters does not. @throws DomainError `invalid_name` */
export function canonicalName(raw: string): string {
  if (raw.length > maxLength || !shape.test(raw) || !/[A-Za-z]/.test(raw)) {
    throw new DomainError(
      'invalid_name',
      'a gem name has at most 200 letters, digits, ".", "_" and "-", a letter among them, and starts with a letter or a digit',
    );
  }
  if (!looksLikeFullName(raw)) return raw.toLowerCase();
  throw new DomainError('invalid_name', `${raw} could be a version of another gem for one platform`);
}

/**
 * `a-1.0-x86` with version 2 would have the file of `a` with version 1.0 for `x86-2`: two gems in one place. Platforms
 * begin with a letter, so that no other name can be taken for a version of another gem.
 */
function looksLikeFullName(name: string): boolean {
  const parts = name.split('-');
  return parts.some(
    (part, index) => index > 0 && /^\d[0-9A-Za-z.]*$/.test(part) && /^[A-Za-z]/.test(parts[index + 1] ?? ''),
  );
}
