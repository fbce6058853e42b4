import { DomainError } from '../../../domain/errors.ts';
import { auditLimits, bodyLimits } from '../../../domain/limits.ts';
import type { BodyReader } from '../../context/bodies.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';

/** Versions in use by name. */
export type Asked = ReadonlyMap<string, ReadonlySet<string>>;

/** What today's clients ask with: lists of versions by name. */
export const bulkReader: BodyReader<null, Asked> = {
  name: 'audit-bulk',
  read: (bytes) => readBulk(parseBoundedJson(bytes, bodyLimits['npm.audit'])),
};

/** Counted as it is looked at. @throws DomainError `bad_request`, `too_large` */
export function readBulk(body: unknown): Asked {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notBulk();
  const asked = new Map<string, ReadonlySet<string>>();
  let count = 0;
  for (const [name, versions] of Object.entries(body)) {
    if (!Array.isArray(versions)) throw notBulk();
    if (asked.size === auditLimits.names) throw tooMany(auditLimits.names, 'packages');
    count += versions.length;
    if (count > auditLimits.versions) throw tooMany(auditLimits.versions, 'versions');
    asked.set(name, new Set(versions.map(requireText).filter(isVersionLike)));
  }
  // nothing has such a name
  return new Map([...asked].filter(([name]) => name.length <= auditLimits.nameCharacters));
}

function requireText(version: unknown): string {
  if (typeof version === 'string') return version;
  throw notBulk();
}

export function isVersionLike(version: string): boolean {
  return version.length <= auditLimits.versionCharacters;
}

function notBulk(): DomainError {
  return new DomainError('bad_request', 'the body is no list of versions by name');
}

function tooMany(most: number, what: string): DomainError {
  return new DomainError('too_large', `more than ${most} ${what}`);
}
