import type { Artifact, Release } from '../../../domain/release.ts';
import type { PackageFacts } from '../../package-documents.ts';
import { FileMetadata } from './metadata.ts';

export interface ServedFile {
  artifact: Artifact;
  facts: FileMetadata;
}

/** The uploaded files, without those that were taken out of them. */
export function filesOf({ artifacts }: Release): ServedFile[] {
  return artifacts
    .filter(({ kind }) => kind === 'wheel' || kind === 'sdist')
    .map((artifact) => ({ artifact, facts: FileMetadata.parse(artifact.metadata) }))
    .sort((a, b) => (a.artifact.filename < b.artifact.filename ? -1 : 1));
}

/** Below a mount. */
export const filePath = ({ sha256, filename }: Artifact) =>
  `files/${sha256.slice(0, 2)}/${sha256}/${encodeURIComponent(filename)}`;

/** When people could first see it, which resolvers with a cool-down compare. */
export function visibleAt({ publishedAt, uploadedAt }: Release, artifact: Artifact): string {
  const first = (publishedAt ?? uploadedAt).getTime();
  return new Date(Math.max(first, artifact.uploadedAt.getTime())).toISOString().replace('Z', '000Z');
}

/** The URL of the shared mount, for addresses that have to be absolute. */
export function sharedUrl({ mounts }: Pick<PackageFacts, 'mounts'>): string {
  return mounts.find(({ documentPrefix }) => documentPrefix === '')?.url ?? '';
}
