import { DomainError } from '../../../domain/errors.ts';
import type { BodyReader } from '../../context/bodies.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import { limits } from '../format/limits.ts';

/** Versions in use by name. */
export type Asked = ReadonlyMap<string, ReadonlySet<string>>;

/** The request of current clients: lists of versions by name. */
export const bulkReader: BodyReader<null, Asked> = {
  name: 'audit-bulk',
  read: (bytes) => readBulk(parseBoundedJson(bytes, limits.audit)),
};

/** Reads the versions by name and counts them during the check. @throws DomainError `bad_request`, `too_large` */
export function readBulk(body: unknown): Asked {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notBulk();
  const asked = new Map<string, ReadonlySet<string>>();
  let count = 0;
  for (const [name, versions] of Object.entries(body)) {
    if (!Array.isArray(versions)) throw notBulk();
    if (asked.size === limits['audited names'].count)
      throw tooMany(limits['audited names'].count, 'packages');
    count += versions.length;
    if (count > limits['audited versions'].count) throw tooMany(limits['audited versions'].count, 'versions');
    asked.set(name, new Set(versions.map(requireText).filter(isVersionLike)));
  }
  // no package has a longer name
  return new Map([...asked].filter(([name]) => name.length <= limits['audited names'].characters));
}

function requireText(version: unknown): string {
  if (typeof version === 'string') return version;
  throw notBulk();
}

export function isVersionLike(version: string): boolean {
  return version.length <= limits['audited versions'].characters;
}

function notBulk(): DomainError {
  return new DomainError('bad_request', 'the body is no list of versions by name');
}

function tooMany(most: number, what: string): DomainError {
  return new DomainError('too_large', `more than ${most} ${what}`);
}
