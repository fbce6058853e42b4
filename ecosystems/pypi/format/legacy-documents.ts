import type { Document } from '../../../domain/document.ts';
import type { Release } from '../../../domain/release.ts';
import type { PackageFacts } from '../../package-documents.ts';
import type { RenderInput } from '../../render-input.ts';
import { infoOf } from './legacy-info.ts';
import { filePath, filesOf, type ServedFile, sharedUrl, visibleAt } from './served-files.ts';

export const legacyJson = 'application/json; charset=utf-8';

/** The text in every stored document that an answer with advisories replaces. */
export const noVulnerabilities = '"vulnerabilities":[]';

export const legacyPaths = {
  project: (nameKey: string) => `${nameKey}/legacy.json`,
  release: (nameKey: string, versionKey: string) => `${nameKey}/${versionKey}/legacy.json`,
};

/** The document of a project, up to its releases. */
export function legacyHead({ package: { nameKey, readme }, featured, mounts }: RenderInput): string {
  const [release] = featured.values();
  const url = sharedUrl({ mounts });
  return JSON.stringify({
    info: release ? infoOf({ nameKey, url, description: readme }, release) : { name: nameKey },
    last_serial: 0,
    urls: release ? filesOf(release).map((file) => legacyFile(url, release, file)) : [],
    vulnerabilities: [],
    ownership: null,
  }).slice(0, -1);
}

/** The entry of one release in the project's document: its version and its files; null without files. */
export function legacyEntry(release: Release, of: Pick<PackageFacts, 'mounts'>): string | null {
  const urls = filesOf(release).map((file) => legacyFile(sharedUrl(of), release, file));
  return urls.length === 0 ? null : `${JSON.stringify(release.version)}:${JSON.stringify(urls)}`;
}

/** The document of one release. */
export function legacyRelease(release: Release, of: PackageFacts): Document {
  const { nameKey } = of;
  const url = sharedUrl(of);
  const body = {
    info: infoOf({ nameKey, url, description: null }, release),
    last_serial: 0,
    urls: filesOf(release).map((file) => legacyFile(url, release, file)),
    vulnerabilities: [],
    ownership: null,
  };
  return {
    path: legacyPaths.release(nameKey, release.versionKey),
    contentType: legacyJson,
    body: Buffer.from(`${JSON.stringify(body)}\n`),
  };
}

/** The entry of a file. Its URL is absolute: tools do not resolve relative URLs. */
function legacyFile(url: string, release: Release, { artifact, facts }: ServedFile) {
  const { filename, sizeBytes, md5, sha256 } = artifact;
  const time = visibleAt(release, artifact);
  return {
    comment_text: null,
    digests: { ...(facts.blake2b256 === null ? {} : { blake2b_256: facts.blake2b256 }), md5, sha256 },
    downloads: -1,
    filename,
    has_sig: false,
    md5_digest: md5,
    packagetype: facts.packageType,
    python_version: facts.pythonVersion,
    requires_python: facts.requiresPython || null,
    size: sizeBytes,
    upload_time: time.slice(0, 19),
    upload_time_iso_8601: time,
    url: `${url}/${filePath(artifact)}`,
    yanked: release.isYanked,
    yanked_reason: release.yankReason,
  };
}
