import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError } from '../../../domain/errors.ts';
import { withoutTrailing } from '../../../domain/trim-end.ts';
import { receiveFirstPart } from '../../bodies/multipart.ts';
import type { RouteContext } from '../../context/context.ts';
import type { StagedUpload } from '../../context/publishing.ts';
import { limits } from '../format/limits.ts';

/** Fields with facts that are not in the file. */
const names = [
  ':action',
  'protocol_version',
  'name',
  'version',
  'filetype',
  'pyversion',
  'metadata_version',
  'md5_digest',
  'sha256_digest',
  'blake2_256_digest',
  'attestations',
  'gpg_signature',
] as const;
type FieldName = (typeof names)[number];

export interface UploadForm {
  upload: StagedUpload;
  filename: string;
  /** In hex, from the form; the scanner compares it. Null without one. */
  blake2b256: string | null;
  fields: ReadonlyMap<string, string>;
}

/**
 * Stages the file while it arrives; discards the file of a refused form.
 * @throws DomainError `bad_request`, `too_large`, `digest_mismatch`
 */
export async function receiveForm(
  context: RouteContext,
  request: FastifyRequest,
  caller: Caller,
): Promise<UploadForm> {
  const { body, headers } = request;
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the request has no file');
  const fields = new Map<string, string>();
  let filename = '';
  const upload = await receiveFirstPart({
    headers,
    body,
    maxBytes: limits.file.bytes,
    limits,
    name: 'content',
    fields: { names, set: (name, value) => fields.set(name, value.trim()) },
    named: (value) => (filename = value),
    receive: async (stream) => {
      // clients send the name before the file
      const name = fields.get('name');
      if (name) await context.publishing.findTarget(caller, name);
      return context.publishing.receive(stream, limits.file.bytes);
    },
    discard: (received) => context.publishing.discard(received),
  });
  try {
    assertForm(fields);
    assertDigests(fields, upload);
    return { upload, filename, blake2b256: blakeOf(fields), fields };
  } catch (error) {
    await context.publishing.discard(upload);
    throw error;
  }
}

/** Warnings about ignored fields, as sentences. */
export function warningsOf(fields: ReadonlyMap<string, string>): string[] {
  const warnings: string[] = [];
  if (fields.has('gpg_signature')) warnings.push('the signature was ignored: PGP signatures are not kept');
  const [, minor = '0'] = /^2\.(\d{1,9})$/.exec(fields.get('metadata_version') ?? '') ?? [];
  if (Number(minor) > newestMinor) warnings.push(`metadata newer than 2.${newestMinor} is not known here`);
  return warnings;
}

/** The newest minor version of the core metadata that is supported: 2.5. */
const newestMinor = 5;

function assertForm(fields: ReadonlyMap<string, string>): void {
  const required: readonly FieldName[] = ['name', 'version', 'filetype', 'pyversion'];
  if (fields.get(':action') !== 'file_upload') {
    throw new DomainError('bad_request', 'the form says no :action that is known here: file_upload');
  }
  for (const name of required) {
    if (!fields.get(name)) throw new DomainError('bad_request', `the form has no ${name}`);
  }
  if ((fields.get('protocol_version') ?? '1') !== '1') {
    throw new DomainError('bad_request', 'the form says a protocol_version that is not known here: it is 1');
  }
  if (!/^(?:1\.[0-2]|2\.\d{1,9})$/.test(fields.get('metadata_version') ?? '2.1')) {
    throw new DomainError('bad_request', 'the form says a metadata_version that is not known here');
  }
  if (fields.get('filetype') === 'sdist' && fields.get('pyversion') !== 'source') {
    throw new DomainError('bad_request', 'the pyversion of a source distribution is source');
  }
}

/**
 * Checks the digests of the form: in hex, or the MD5 in URL-safe base64. The scanner checks the BLAKE2b: it is
 * computed in JavaScript and would delay other requests here. @throws DomainError `bad_request`, `digest_mismatch`
 */
function assertDigests(fields: ReadonlyMap<string, string>, upload: StagedUpload): void {
  const said = [
    ['sha256_digest', upload.sha256],
    ['md5_digest', upload.md5],
  ] as const;
  const given = said.filter(([name]) => fields.get(name));
  if (given.length === 0 && !fields.get('blake2_256_digest')) {
    throw new DomainError('bad_request', 'the form has no digest of the file');
  }
  for (const [name, digest] of given) {
    const value = fields.get(name) ?? '';
    if (hexOf(value) === digest) continue;
    throw new DomainError(
      'digest_mismatch',
      `the file arrived with the ${name} ${digest}, the form says ${value.slice(0, 100)}`,
    );
  }
}

/** @throws DomainError `digest_mismatch` for a malformed digest */
function blakeOf(fields: ReadonlyMap<string, string>): string | null {
  const value = fields.get('blake2_256_digest');
  if (!value) return null;
  const hex = hexOf(value);
  if (/^[\da-f]{64}$/.test(hex)) return hex;
  throw new DomainError('digest_mismatch', `blake2_256_digest is no digest in hex: ${value.slice(0, 100)}`);
}

/** Converts a digest in hex or URL-safe base64 to hex; the length distinguishes the two forms. */
function hexOf(value: string): string {
  if (/^[\da-f]+$/i.test(value) && value.length % hexDigits === 0) return value.toLowerCase();
  return Buffer.from(withoutTrailing(value, '='), 'base64url').toString('hex');
}

/** Number by which the length of every hex digest (16, 20, 32 or 64 bytes) is divisible. */
const hexDigits = 8;
