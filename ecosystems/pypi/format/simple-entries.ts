import type { Release } from '../../../domain/release.ts';
import { escapeHtml } from './html.ts';
import { filePath, type ServedFile, visibleAt } from './served-files.ts';

export interface EntryOf {
  nameKey: string;
  /** The URL of the shared mount: URLs of attestations are absolute (PEP 740). */
  url: string;
}

/** URL of a file relative to the project's page, `…/simple/{project}/`, so that it is equal at every mount. */
const urlOf = (file: ServedFile) => `../../${filePath(file.artifact)}`;

export function jsonEntry({ nameKey, url }: EntryOf, release: Release, file: ServedFile) {
  const { artifact, facts } = file;
  const { metadataSha256, requiresPython } = facts;
  const core = metadataSha256 === null ? undefined : { sha256: metadataSha256 };
  return {
    filename: artifact.filename,
    url: urlOf(file),
    hashes: { sha256: artifact.sha256 },
    size: artifact.sizeBytes,
    'upload-time': visibleAt(release, artifact),
    ...(requiresPython === '' ? {} : { 'requires-python': requiresPython }),
    ...(core ? { 'core-metadata': core, 'data-dist-info-metadata': core } : {}),
    yanked: release.isYanked ? release.yankReason || true : false,
    provenance: facts.hasProvenance ? provenanceUrl({ nameKey, url }, release, file) : null,
  };
}

export function htmlEntry(of: EntryOf, release: Release, file: ServedFile): string {
  const { artifact, facts } = file;
  const { metadataSha256, requiresPython } = facts;
  const core = metadataSha256 === null ? null : `sha256=${metadataSha256}`;
  const attributes = [
    ['href', `${urlOf(file)}#sha256=${artifact.sha256}`],
    ['data-requires-python', requiresPython || null],
    ['data-core-metadata', core],
    ['data-dist-info-metadata', core],
    ['data-yanked', release.isYanked ? (release.yankReason ?? '') : null],
    ['data-provenance', facts.hasProvenance ? provenanceUrl(of, release, file) : null],
  ].flatMap(([name, value]) => (value === null ? [] : [` ${name}="${escapeHtml(value ?? '')}"`]));
  return `<a${attributes.join('')}>${escapeHtml(artifact.filename)}</a><br>`;
}

function provenanceUrl({ nameKey, url }: EntryOf, { version }: Release, { artifact }: ServedFile): string {
  const path = [nameKey, version, artifact.filename].map((each) => encodeURIComponent(each)).join('/');
  return `${url}/integrity/${path}/provenance`;
}
