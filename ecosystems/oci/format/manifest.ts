import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { isStorable } from '../../../domain/storable-text.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import { digestOf, algorithmOf, isDigest } from './digest.ts';
import { imageIndex, imageManifest, isNondistributable, kindOf } from './media-types.ts';
import { Descriptor, type OciMetadata } from './metadata.ts';
import { limits } from './limits.ts';

/** Largest manifest in bytes. */
export const maxManifestBytes = limits.manifest.bytes;

const Part = Descriptor.extend({ data: z.string().nullish() });
type Part = z.infer<typeof Part>;

/** Only members that the registry uses; everything else is kept in the bytes. */
const Document = z.object({
  schemaVersion: z.literal(2),
  mediaType: z.string().nullish(),
  // a media type: two parts of at most 127 characters each
  artifactType: z.string().max(limits['media type'].characters).nullish(),
  config: Part.nullish(),
  layers: z.array(Part).max(limits.descriptors.count).nullish(),
  manifests: z.array(Part).max(limits.descriptors.count).nullish(),
  subject: Descriptor.nullish(),
  annotations: z.record(z.string(), z.string()).nullish(),
});

export interface Manifest extends OciMetadata {
  /** Digests of parts that need not be in the registry: other registries serve them, or the manifest embeds them. */
  exempt: ReadonlySet<string>;
}

/**
 * Reads a pushed manifest. Pure; the push route and the scanner both use this function.
 * @throws DomainError `invalid_archive`
 */
export function readManifest(bytes: Uint8Array, mediaType: string): Manifest {
  const kind = kindOf(mediaType);
  if (kind === undefined) throw invalid(`${mediaType || 'no media type'} is no manifest that is served here`);
  const document = parse(bytes);
  if (typeof document.mediaType === 'string' && document.mediaType !== mediaType) {
    throw invalid(`the manifest says ${document.mediaType} and the request ${mediaType}`);
  }
  const parts = partsOf(document, kind);
  const manifest: Manifest = {
    mediaType,
    kind,
    size: bytes.length,
    artifactType: document.artifactType || null,
    config: document.config && kind === 'image' ? plain(document.config) : null,
    layers: kind === 'image' ? (document.layers ?? []).map(plain) : [],
    manifests: kind === 'index' ? (document.manifests ?? []).map(plain) : [],
    subject: document.subject?.digest ?? null,
    annotations: document.annotations ?? {},
    exempt: new Set(
      parts
        .filter((part) => isNondistributable(part.mediaType) || isEmbedded(part))
        .map(({ digest }) => digest),
    ),
  };
  if (!isStorable({ ...manifest, exempt: [] })) throw invalid('the manifest holds text that is no Unicode');
  return manifest;
}

/**
 * The media type in the bytes of a manifest without a declared type. Only the OCI image format may omit it: it is the
 * default. @throws DomainError `invalid_archive`
 */
export function writtenMediaType(bytes: Uint8Array): string {
  const { mediaType, manifests } = parse(bytes);
  return mediaType ?? (manifests ? imageIndex : imageManifest);
}

function parse(bytes: Uint8Array): z.infer<typeof Document> {
  const name = { what: 'the manifest', code: 'invalid_archive' } as const;
  const parsed = Document.safeParse(parseBoundedJson(bytes, limits.manifest, name));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(
    `the manifest is not valid at ${issue?.path.join('.') || 'its root'}: ${issue?.message ?? ''}`,
  );
}

function partsOf(document: z.infer<typeof Document>, kind: 'image' | 'index'): Part[] {
  const isImage = !!document.config || !!document.layers;
  // a document that clients can read in two ways would be two manifests with one digest
  if (isImage === !!document.manifests) throw invalid('a manifest has either config and layers or manifests');
  if (isImage !== (kind === 'image')) throw invalid('the media type says something else than the manifest');
  const parts =
    kind === 'index' ? [] : [document.config, ...(document.layers ?? [])].filter((part) => !!part);
  const all = [...parts, ...(document.manifests ?? []), ...(document.subject ? [document.subject] : [])];
  const broken = all.find(({ digest }) => !isDigest(digest));
  if (broken) throw invalid(`${broken.digest.slice(0, 200)} is no digest that is known here`);
  return parts;
}

function isEmbedded({ data, digest }: Part): boolean {
  return typeof data === 'string' && digestOf(Buffer.from(data, 'base64'), algorithmOf(digest)) === digest;
}

/** The descriptor without embedded bytes, which stay in the manifest. */
function plain({ data: _embedded, ...descriptor }: Part): Descriptor {
  return descriptor;
}

function invalid(detail: string): DomainError {
  return new DomainError('invalid_archive', detail);
}
