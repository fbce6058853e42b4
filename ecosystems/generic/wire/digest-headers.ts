import type { IncomingHttpHeaders } from 'node:http';
import type { Digests } from '../../../domain/digest.ts';
import { DomainError } from '../../../domain/errors.ts';

/**
 * The client's SHA-256 in hex, from one or several headers; undefined without one.
 * @throws DomainError `bad_request`
 */
export function announcedSha256(headers: IncomingHttpHeaders): string | undefined {
  const announced = new Set(
    [
      fromHex(single(headers['x-checksum-sha256'])),
      fromDictionary('Repr-Digest', single(headers['repr-digest'])),
      fromDictionary('Content-Digest', single(headers['content-digest'])),
    ].filter((digest) => digest !== undefined),
  );
  if (announced.size > 1) throw new DomainError('bad_request', 'the headers announce different digests');
  return [...announced][0];
}

/** @throws DomainError `digest_mismatch` */
export function assertSha256({ sha256 }: Pick<Digests, 'sha256'>, announced: string | undefined): void {
  if (announced === undefined || announced === sha256) return;
  throw new DomainError(
    'digest_mismatch',
    `the file arrived with the SHA-256 ${sha256}, announced was ${announced}`,
  );
}

/** The header of an answer (RFC 9530). */
export function reprDigest(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
}

function fromHex(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/i.test(value)) {
    throw new DomainError('bad_request', 'X-Checksum-Sha256 is not a SHA-256 in hex');
  }
  return value.toLowerCase();
}

/** The SHA-256 in a header of RFC 9530, which may also have other algorithms. */
function fromDictionary(name: string, value: string | undefined): string | undefined {
  const member = value
    ?.split(',')
    .map((each) => each.trim())
    .find((each) => /^sha-256=/i.test(each));
  if (member === undefined) return undefined;
  const encoded = /^sha-256=:(?<base64>[A-Za-z0-9+/]{43}=):$/i.exec(member)?.groups?.['base64'];
  if (encoded === undefined) throw new DomainError('bad_request', `${name} is not a SHA-256 (RFC 9530)`);
  return Buffer.from(encoded, 'base64').toString('hex');
}

function single(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value.join(',') : value;
  return text?.trim() || undefined;
}
