import type { OpenedArchive } from '../../../domain/archive.ts';
import { DomainError } from '../../../domain/errors.ts';
import { plainStanding } from '../../../domain/file-standing.ts';
import type { Part } from '../../../domain/publication.ts';
import type { Declared } from '../../format.ts';
import type { FileInspection } from '../../one-file.ts';
import { algorithmOf, canonicalDigest, digestOf } from './digest.ts';
import { listedOf } from './listed-metadata.ts';
import { type Manifest, maxManifestBytes, readManifest } from './manifest.ts';
import { formatOf } from './media-types.ts';
import { canonicalName } from './name.ts';

const described = 'org.opencontainers.image';

/** Checks the stored bytes against the declaration of the push and names the parts to inspect. */
export async function inspect(archive: OpenedArchive, declared: Declared): Promise<FileInspection> {
  const name = canonicalName(declared.name);
  const version = canonicalDigest(declared.version);
  const [entry] = archive.entries;
  if (!entry) throw new DomainError('invalid_archive', 'there is no manifest');
  const bytes = await archive.read(entry.path, maxManifestBytes);
  const { exempt: _exempt, ...manifest } = readManifest(bytes, mediaTypeOf(declared));
  if (digestOf(bytes, algorithmOf(version)) !== version) {
    throw new DomainError('manifest_mismatch', 'the manifest has another digest than the push says');
  }
  return {
    publication: {
      name,
      version,
      ...describe(manifest.annotations),
      readme: null,
      keywords: [],
      isPrerelease: false,
      dependencies: [],
      metadata: { ...manifest },
    },
    // signatures of an image are separate, later images, and are not verified
    standing: plainStanding,
    extracts: [],
    listed: listedOf(manifest),
    parts: partsOf(manifest, declared),
  };
}

/** The media type of the push. Reading the manifest again checks the rest of the declaration. */
export function mediaTypeOf({ metadata }: Pick<Declared, 'metadata'>): string {
  const { mediaType } = metadata;
  return typeof mediaType === 'string' ? mediaType : '';
}

function describe(annotations: Record<string, string>) {
  const value = (key: string) => annotations[`${described}.${key}`]?.trim() || null;
  return {
    description: value('description') ?? value('title'),
    license: value('licenses'),
    homepage: value('url') ?? value('documentation'),
    repositoryUrl: value('source'),
  };
}

/** The parts whose blobs the push declared; other registries serve the others. */
function partsOf({ config, layers }: Pick<Manifest, 'config' | 'layers'>, { blobs = [] }: Declared): Part[] {
  const present = new Set(blobs.map(({ digest }) => digest));
  const parts = new Map<string, Part>();
  if (config) parts.set(config.digest, { digest: config.digest, format: 'file' });
  for (const { digest, mediaType } of layers) {
    parts.set(digest, { digest, format: formatOf(mediaType) });
  }
  return [...parts.values()].filter(({ digest }) => present.has(digest));
}
