import { DomainError } from '../../domain/errors.ts';

/** No leading dot: a key can name neither a parent folder nor the folder of unfinished files. */
const segment = /^[A-Za-z0-9_~@+=,-][A-Za-z0-9._~@+=,-]*$/;
/** The limit of S3 and of common file systems, in bytes. */
const maximumKeyLength = 1024;
const maximumSegmentLength = 255;

/** The segments of a key. @throws DomainError `bad_request` for a key that stores must not accept */
export function keySegments(key: string): string[] {
  const segments = key.split('/');
  if (key.length > maximumKeyLength || !segments.every(isSegment)) {
    throw new DomainError('bad_request', 'the name can not be stored');
  }
  return segments;
}

/** Checks a prefix: a key that may end inside a segment, or be empty. */
export function checkPrefix(prefix: string): void {
  if (prefix !== '') keySegments(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}

function isSegment(value: string): boolean {
  return value.length <= maximumSegmentLength && segment.test(value);
}
