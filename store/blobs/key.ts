import { DomainError } from '../../domain/errors.ts';

/** No leading dot: neither traversal nor the folder of unfinished files can be named. */
const segment = /^[A-Za-z0-9_~@+=,-][A-Za-z0-9._~@+=,-]*$/;
/** Both from S3 and from common file systems, in bytes. */
const maximumKeyLength = 1024;
const maximumSegmentLength = 255;

/** The segments of a key. @throws DomainError `bad_request` for a key that no store may see */
export function keySegments(key: string): string[] {
  const segments = key.split('/');
  if (key.length > maximumKeyLength || !segments.every(isSegment)) {
    throw new DomainError('bad_request', 'the name can not be stored');
  }
  return segments;
}

/** A prefix is a key that may stop in the middle of a segment, or be empty. */
export function checkPrefix(prefix: string): void {
  if (prefix !== '') keySegments(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}

function isSegment(value: string): boolean {
  return value.length <= maximumSegmentLength && segment.test(value);
}
