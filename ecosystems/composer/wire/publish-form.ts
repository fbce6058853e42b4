import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../../domain/errors.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import { receiveFirstPart } from '../../bodies/multipart.ts';
import type { RouteContext } from '../../context/context.ts';
import type { StagedUpload } from '../../context/publishing.ts';
import type { Declaration } from '../format/declaration.ts';
import { limits } from '../format/limits.ts';
import { type Manifest, parseManifest } from '../format/manifest.ts';
import { canonicalName } from '../format/name.ts';

const names = ['composer.json', 'version', 'reference', 'source_url'] as const;

export interface PublishForm {
  upload: StagedUpload;
  version: string;
  metadata: Declaration;
}

/** Stages the zip while it arrives. The upload of a refused form is discarded. */
export async function receiveForm(
  context: RouteContext,
  request: FastifyRequest,
  name: string,
): Promise<PublishForm> {
  const { body, headers } = request;
  if (!(body instanceof Readable)) throw new DomainError('bad_request', 'the request has no form');
  const fields = new Map<string, string>();
  const upload = await receiveFirstPart({
    headers,
    body,
    maxBytes: limits.zip.bytes,
    limits,
    name: 'dist.zip',
    fields: { names, set: (field, value) => fields.set(field, value) },
    receive: (stream) => context.publishing.receive(stream, limits.zip.bytes),
    discard: (received) => context.publishing.discard(received),
  });
  try {
    return { upload, ...readFields(fields, name) };
  } catch (error) {
    await context.publishing.discard(upload);
    throw error;
  }
}

/** @throws DomainError `bad_request`, `manifest_mismatch` */
function readFields(fields: ReadonlyMap<string, string>, name: string): Omit<PublishForm, 'upload'> {
  const text = fields.get('composer.json');
  const manifest = text === undefined ? undefined : readManifest(text, name);
  const version = fields.get('version')?.trim() || manifest?.version;
  if (version === undefined) {
    throw new DomainError('bad_request', 'the form has no version, and neither has a composer.json in it');
  }
  return { version, metadata: { ...readOrigin(fields), ...(manifest && { manifest: manifest.served }) } };
}

function readManifest(text: string, name: string): Manifest {
  const manifest = parseManifest(Buffer.from(text), 'bad_request', 'composer.json of the form');
  if (canonicalName(manifest.name) === name) return manifest;
  throw new DomainError(
    'manifest_mismatch',
    `the composer.json of the form says name ${manifest.name}, the address says ${name}`,
  );
}

/** The commit and the source URL of the zip. @throws DomainError `bad_request` */
function readOrigin(fields: ReadonlyMap<string, string>): Declaration {
  const [reference, sourceUrl] = [fields.get('reference')?.trim(), fields.get('source_url')?.trim()];
  if (reference && !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(reference))
    throw new DomainError('bad_request', 'reference is a commit: 40 or 64 hexadecimal digits');
  const url = sourceUrl ? URL.parse(sourceUrl) : null;
  const isWeb =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.href.length <= fieldLimits.link.characters;
  if (sourceUrl && !isWeb)
    throw new DomainError('bad_request', 'source_url is the address of a page, without a password in it');
  return { ...(reference && { reference }), ...(isWeb && { source_url: url.href }) };
}
