import type { FileFacts } from '../../../domain/release-file.ts';
import type { Declared } from '../../format.ts';
import { limits } from './limits.ts';
import { coordinatesOf } from './name.ts';
import { assertFilename, checksums } from './path.ts';

interface Kind {
  kind: string;
  contentType: string;
}

const plain = 'text/plain; charset=utf-8';
const java = { kind: 'jar', contentType: 'application/java-archive' };

/** Kinds by ending, the longest first; every other file is bytes. */
const kinds: readonly (readonly [string, Kind])[] = [
  ['.sigstore.json', { kind: 'attestation', contentType: 'application/vnd.dev.sigstore.bundle.v0.3+json' }],
  ['.sigstore', { kind: 'attestation', contentType: 'application/vnd.dev.sigstore.bundle.v0.3+json' }],
  ['.asc', { kind: 'signature', contentType: plain }],
  ...checksums.map((each) => [`.${each}`, { kind: 'checksum', contentType: plain }] as const),
  ['.module', { kind: 'metadata', contentType: 'application/json' }],
  ['.tar.gz', { kind: 'archive', contentType: 'application/gzip' }],
  ['.zip', { kind: 'archive', contentType: 'application/zip' }],
  ['.klib', { kind: 'archive', contentType: 'application/zip' }],
  // the type that Maven Central sends: browsers show it as text
  ['.pom', { kind: 'pom', contentType: 'text/xml; charset=utf-8' }],
  ['.jar', java],
  ['.war', java],
  ['.ear', java],
  ['.aar', java],
];

const proofEndings = ['.sigstore.json', '.sigstore', '.asc'];

const unknown: Kind = { kind: 'file', contentType: 'application/octet-stream' };

/**
 * The path names the file; the bytes decide its kind. Jars may have links, and names that differ only in case, because
 * no client unpacks jars. A draft is declared without a file. @throws DomainError `bad_request`
 */
export function fileFacts({ name, version, file }: Declared): FileFacts {
  const { artifact } = coordinatesOf(name);
  const filename = file ?? `${artifact}-${version}.pom`;
  assertFilename({ artifact, version, filename });
  const { kind, contentType } = kindOf(filename);
  const about = signedBy(filename);
  const facts = { format: 'any' as const, kind, filename, contentType, maxBytes: limits.file.bytes };
  return about === null ? facts : { ...facts, about };
}

/** The file that a signature or bundle signs; null for all other files. */
export function signedBy(filename: string): string | null {
  const ending = proofEndings.find((each) => filename.endsWith(each));
  return ending === undefined ? null : filename.slice(0, -ending.length);
}

export function kindOf(filename: string): Kind {
  return kinds.find(([ending]) => filename.endsWith(ending))?.[1] ?? unknown;
}

/** Whether the file is the POM or accompanies another file: builds do not use it as an artifact. */
export function isCompanion(filename: string): boolean {
  return ['attestation', 'signature', 'checksum', 'metadata', 'pom'].includes(kindOf(filename).kind);
}

/** Whether the file is a zip that builds unpack or read classes from. */
export function isUnpacked(filename: string): boolean {
  return kindOf(filename) === java || filename.endsWith('.zip') || filename.endsWith('.klib');
}

/** Whether the file is a POM: a release without one is incomplete. */
export function isPom(filename: string): boolean {
  return kindOf(filename).kind === 'pom';
}
