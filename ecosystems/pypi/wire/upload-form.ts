import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { DomainError } from '../../../domain/errors.ts';
import { withoutTrailing } from '../../../domain/trim-end.ts';
import { receiveFirstPart } from '../../bodies/multipart.ts';
import type { RouteContext } from '../../context/context.ts';
import type { StagedUpload } from '../../context/publishing.ts';
import { formLimits, maxFileBytes } from '../format/limits.ts';

/** Fields that say something which the file does not. */
const names = [
  ':action',
  'protocol_version',
  'name',
  'version',
  'filetype',
  'md5_digest',
  'sha256_digest',
  'attestations',
] as const;
type FieldName = (typeof names)[number];

export interface UploadForm {
  upload: StagedUpload;
  filename: string;
  fields: ReadonlyMap<string, string>;
}

/** The file goes to staging while it comes. Nothing stays of a form that is refused. @throws DomainError `bad_request`, `too_large`, `digest_mismatch` */
export async function receiveForm(context: RouteContext, request: FastifyRequest): Promise<UploadForm> {
  const { body, headers } = request;
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the request has no file');
  const fields = new Map<string, string>();
  let filename = '';
  const upload = await receiveFirstPart({
    headers,
    body,
    maxBytes: maxFileBytes,
    limits: formLimits,
    name: 'content',
    fields: { names, set: (name, value) => fields.set(name, value.trim()) },
    named: (value) => (filename = value),
    receive: (stream) => context.publishing.receive(stream, maxFileBytes),
    discard: (received) => context.publishing.discard(received),
  });
  try {
    assertForm(fields);
    assertDigests(fields, upload);
    return { upload, filename, fields };
  } catch (error) {
    await context.publishing.discard(upload);
    throw error;
  }
}

function assertForm(fields: ReadonlyMap<string, string>): void {
  const required: readonly FieldName[] = ['name', 'version', 'filetype'];
  if (fields.get(':action') !== 'file_upload') {
    throw new DomainError('bad_request', 'the form says no :action that is known here: file_upload');
  }
  for (const name of required) {
    if (!fields.get(name)) throw new DomainError('bad_request', `the form has no ${name}`);
  }
  if (fields.has('attestations')) {
    throw new DomainError('bad_request', 'attestations are not verified here yet: upload without them');
  }
}

/** In hex, as clients send them, or the MD5 in URL-safe base64. @throws DomainError `bad_request`, `digest_mismatch` */
function assertDigests(fields: ReadonlyMap<string, string>, upload: StagedUpload): void {
  const said = [
    ['sha256_digest', upload.sha256],
    ['md5_digest', upload.md5],
  ] as const;
  const given = said.filter(([name]) => fields.get(name));
  if (given.length === 0) throw new DomainError('bad_request', 'the form has no digest of the file');
  for (const [name, digest] of given) {
    const value = fields.get(name) ?? '';
    const base64 = Buffer.from(digest, 'hex').toString('base64url');
    if (value.toLowerCase() === digest || withoutTrailing(value, '=') === base64) continue;
    throw new DomainError(
      'digest_mismatch',
      `the file arrived with the ${name} ${digest}, the form says ${value.slice(0, 100)}`,
    );
  }
}
