import { DomainError } from '../../../domain/errors.ts';
import { isTag } from '../format/tag.ts';

/** @throws DomainError `bad_request` */
export function requireTag(raw: string): string {
  if (isTag(raw)) return raw;
  throw new DomainError(
    'bad_request',
    'a tag has 1 to 128 letters, digits, dots, dashes or underscores and starts with no dot and no dash',
  );
}
