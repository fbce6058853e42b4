import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { isStorable } from '../../../domain/storable-text.ts';
import type { Declared } from '../../format.ts';
import type { StagedUpload } from '../../context/publishing.ts';
import { cleanManifest } from '../format/manifest.ts';
import { Manifest } from '../format/metadata.ts';
import { canonicalName } from '../format/name.ts';
import type { BodyReader } from '../../context/bodies.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import { assertTag } from './tag.ts';
import { canonicalVersion } from '../format/version.ts';
import { limits } from '../format/limits.ts';

const PublishRequest = z.object({
  name: z.string(),
  access: z.string().nullish(),
  'dist-tags': z.record(z.string(), z.string()).nullish(),
  versions: z.record(z.string(), Manifest),
  _attachments: z.record(z.string(), z.object({ length: z.number().nullish() })),
});

const Dist = z.object({ integrity: z.string().nullish(), shasum: z.string().nullish() });

/** The facts beside the document, and its sender. */
export interface PublishFacts {
  addressed: string;
  publisher: string;
  file: { key: string; upload: StagedUpload };
  /** Keys of attached texts. */
  texts: readonly string[];
}

export const publishReader: BodyReader<PublishFacts, Declared> = {
  name: 'publish',
  read: (bytes, facts) => readPublishRequest(parseBoundedJson(bytes, limits.document), facts),
};

/**
 * The declaration in the body; it must agree with the URL and with the attached file.
 * @throws DomainError `bad_request`, `validation_failed`, `invalid_name`, `invalid_version`, `digest_mismatch`
 */
function readPublishRequest(json: unknown, { addressed, publisher, file, texts }: PublishFacts): Declared {
  const request = PublishRequest.safeParse(json);
  if (!request.success) throw unreadable(request.error);
  const { data } = request;
  const name = canonicalName(addressed);
  if (data.name !== name)
    throw new DomainError('bad_request', `the body is for ${data.name}, not for ${name}`);
  const { version, written, given } = onlyVersion(name, data.versions);
  assertKey(file.key, name, [version, written], '.tgz');
  assertLength(data._attachments[file.key]?.length, file.upload.sizeBytes);
  assertDigests(given, file.upload);
  for (const key of texts) assertKey(key, name, [version, written], '.sigstore');
  const tags = tagsOf(data['dist-tags'] ?? {}, version);
  const declared: Declared = {
    name,
    version,
    metadata: { manifest: cleanManifest(given, name, version), publisher },
    tags,
    ...(data.access === 'restricted' ? { visibility: 'private' } : {}),
  };
  if (!isStorable([declared.metadata, tags])) {
    throw new DomainError('validation_failed', 'the manifest has characters that no text can hold');
  }
  return declared;
}

function onlyVersion(
  name: string,
  versions: Record<string, Manifest>,
): { version: string; written: string; given: Manifest } {
  const [entry, ...others] = Object.entries(versions);
  if (entry === undefined || others.length > 0) {
    throw new DomainError('bad_request', 'a publish request has exactly one version');
  }
  const [key, given] = entry;
  const version = canonicalVersion(key);
  const written = given['version'];
  if (typeof written !== 'string' || canonicalVersion(written) !== version) {
    throw new DomainError('bad_request', `the manifest of ${key} is not for this version`);
  }
  if (given['name'] !== undefined && given['name'] !== name) {
    throw new DomainError('bad_request', `the name in the manifest of ${key} is not ${name}`);
  }
  return { version, written: key, given };
}

/**
 * Keys begin with the full name, or without the scope (old clients); some have the author's spelling of the version.
 */
function assertKey(key: string, name: string, versions: readonly [string, string], suffix: string): void {
  const [version] = versions;
  // the key keeps build metadata, which the version does not have
  const isOurs = [name, name.slice(name.indexOf('/') + 1)].some(
    (start) =>
      versions.some((spelling) => key === `${start}-${spelling}${suffix}`) ||
      (key.startsWith(`${start}-${version}+`) && key.endsWith(suffix)),
  );
  if (!isOurs)
    throw new DomainError('bad_request', `the attachment must be called ${name}-${version}${suffix}`);
}

function assertLength(declared: number | null | undefined, actual: number): void {
  if (declared === undefined || declared === null || declared === actual) return;
  throw new DomainError(
    'bad_request',
    `the tarball has ${actual} bytes, not the ${declared} that the request says`,
  );
}

/** @throws DomainError `digest_mismatch` */
function assertDigests({ dist }: Manifest, upload: StagedUpload): void {
  const { integrity, shasum } = Dist.catch({}).parse(dist);
  const isShasum = typeof shasum !== 'string' || shasum.toLowerCase() === upload.sha1;
  const hashes = (integrity ?? '').split(/\s+/).filter((hash) => hash !== '');
  if (isShasum && hashes.every((hash) => isHashOf(hash, upload))) return;
  throw new DomainError('digest_mismatch', 'the tarball is not what its declared checksum says');
}

/** Whether the hash matches; unsupported algorithms are ignored. */
function isHashOf(hash: string, upload: StagedUpload): boolean {
  const [algorithm = '', encoded = ''] = hash.split('?', 1)[0]?.split(/-(.*)/s, 2) ?? [];
  if (algorithm !== 'sha512' && algorithm !== 'sha256' && algorithm !== 'sha1') return true;
  return Buffer.from(encoded, 'base64').toString('hex') === upload[algorithm];
}

function tagsOf(tags: Record<string, string>, version: string): string[] {
  return Object.entries(tags).map(([tag, tagged]) => {
    assertTag(tag);
    if (canonicalVersion(tagged) === version) return tag;
    throw new DomainError('bad_request', `the tag ${tag} must stand for the version that is published`);
  });
}

function unreadable(error: z.ZodError): DomainError {
  const where = error.issues[0]?.path.join('.') ?? '';
  return new DomainError('validation_failed', `the body is not a package document${where && ` at ${where}`}`);
}
