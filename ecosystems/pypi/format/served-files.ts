import type { Artifact, Release } from '../../../domain/release.ts';
import type { PackageFacts } from '../../package-documents.ts';
import { FileMetadata } from './metadata.ts';

export interface ServedFile {
  artifact: Artifact;
  facts: FileMetadata;
}

/** The uploaded files, without files that were extracted from them. */
export function filesOf({ artifacts }: Release): ServedFile[] {
  return artifacts
    .filter(({ kind }) => kind === 'wheel' || kind === 'sdist')
    .map((artifact) => ({ artifact, facts: FileMetadata.parse(artifact.metadata) }))
    .sort((a, b) => (a.artifact.filename < b.artifact.filename ? -1 : 1));
}

/** The path of a file below a mount. */
export const filePath = ({ sha256, filename }: Artifact) =>
  `files/${sha256.slice(0, 2)}/${sha256}/${encodeURIComponent(filename)}`;

/** Time when the file became visible; resolvers with a cool-down compare it. */
export function visibleAt({ publishedAt, uploadedAt }: Release, artifact: Artifact): string {
  const first = (publishedAt ?? uploadedAt).getTime();
  return new Date(Math.max(first, artifact.uploadedAt.getTime())).toISOString().replace('Z', '000Z');
}

/** The URL of the shared mount, for absolute URLs. */
export function sharedUrl({ mounts }: Pick<PackageFacts, 'mounts'>): string {
  return mounts.find(({ documentPrefix }) => documentPrefix === '')?.url ?? '';
}
