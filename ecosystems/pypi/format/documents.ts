import type { DocumentFrame } from '../../../domain/document.ts';
import type { Artifact, Release } from '../../../domain/release.ts';
import type { PackageDocuments } from '../../package-documents.ts';
import type { RenderInput } from '../../render-input.ts';
import { escapeHtml } from './html.ts';
import { infoOf } from './legacy-info.ts';
import { FileMetadata } from './metadata.ts';
import { compareVersions } from './version.ts';

export const simpleJson = 'application/vnd.pypi.simple.v1+json';
export const simpleHtml = 'text/html; charset=utf-8';

/** Where documents are kept. Files are named relative to the project's page, so that every mount has the same ones. */
export const paths = {
  json: (nameKey: string) => `${nameKey}/simple.json`,
  html: (nameKey: string) => `${nameKey}/simple.html`,
  legacy: (nameKey: string) => `${nameKey}/legacy.json`,
  legacyOf: (nameKey: string, versionKey: string) => `${nameKey}/${versionKey}/legacy.json`,
};

/** The simple index in both forms, and the older JSON of tools. */
export const documents: PackageDocuments = {
  order: compareVersions,
  frames(input) {
    const { nameKey } = input.package;
    if (input.releases.length === 0) return [];
    return [jsonOf(input), htmlOf(input), legacyOf(input)].map((frame, index): DocumentFrame => ({
      ...frame,
      path: [paths.json, paths.html, paths.legacy][index]?.(nameKey) ?? nameKey,
      etag: 'parts',
    }));
  },
  release(release, { nameKey }) {
    const files = filesOf(release);
    const entries: Record<string, string> = {};
    if (files.length > 0) {
      entries['json'] = files.map((file) => JSON.stringify(jsonFile(release, file))).join(',\n');
      entries['html'] = files.map((file) => htmlFile(release, file)).join('\n');
      const urls = files.map((file) => legacyFile(release, file));
      entries['legacy'] = `${JSON.stringify(release.version)}:${JSON.stringify(urls)}`;
    }
    const urls = files.map((file) => legacyFile(release, file));
    const body = { info: infoOf(nameKey, release), last_serial: 0, urls, vulnerabilities: [] };
    return {
      entries,
      documents: [
        {
          path: paths.legacyOf(nameKey, release.versionKey),
          contentType: 'application/json; charset=utf-8',
          body: Buffer.from(`${JSON.stringify(body)}\n`),
        },
      ],
    };
  },
};

type Frame = Pick<DocumentFrame, 'contentType' | 'pieces'>;

function jsonOf({ package: pkg, releases }: RenderInput): Frame {
  const head = JSON.stringify({
    meta: { 'api-version': '1.4' },
    name: pkg.nameKey,
    versions: releases.map(({ version }) => version),
    'project-status': statusOf(pkg),
  }).slice(0, -1);
  const pieces = [`${head},"files":[\n`, { list: 'json', separator: ',\n' }, '\n]}\n'];
  return { contentType: simpleJson, pieces };
}

function statusOf({ isArchived, isDeprecated, deprecationMessage }: RenderInput['package']) {
  if (isArchived) return { status: 'archived' };
  if (!isDeprecated) return { status: 'active' };
  return { status: 'deprecated', ...(deprecationMessage ? { reason: deprecationMessage } : {}) };
}

function htmlOf({ package: { nameKey } }: RenderInput): Frame {
  const head = `<!DOCTYPE html>
<html><head><meta name="pypi:repository-version" content="1.4"><title>Links for ${nameKey}</title></head>
<body><h1>Links for ${nameKey}</h1>
`;
  return { contentType: simpleHtml, pieces: [head, { list: 'html', separator: '\n' }, '\n</body></html>\n'] };
}

function legacyOf({ package: { nameKey }, featured }: RenderInput): Frame {
  const [release] = featured.values();
  const head = JSON.stringify({
    info: release ? infoOf(nameKey, release) : { name: nameKey },
    last_serial: 0,
    urls: release ? filesOf(release).map((file) => legacyFile(release, file)) : [],
    vulnerabilities: [],
  }).slice(0, -1);
  const pieces = [`${head},"releases":{\n`, { list: 'legacy', separator: ',\n' }, '\n}}\n'];
  return { contentType: 'application/json; charset=utf-8', pieces };
}

interface ServedFile {
  artifact: Artifact;
  facts: FileMetadata;
}

/** What was uploaded, without what was taken out of it. */
function filesOf({ artifacts }: Release): ServedFile[] {
  return artifacts
    .filter(({ kind }) => kind === 'wheel' || kind === 'sdist')
    .map((artifact) => ({ artifact, facts: FileMetadata.parse(artifact.metadata) }))
    .sort((a, b) => (a.artifact.filename < b.artifact.filename ? -1 : 1));
}

/** From the page of a project, `…/simple/{project}/`. */
const urlOf = ({ sha256, filename }: Artifact) =>
  `../../files/${sha256.slice(0, 2)}/${sha256}/${encodeURIComponent(filename)}`;

/** When people could first see it, which resolvers with a cool-down compare. */
function visibleAt({ publishedAt, uploadedAt }: Release, artifact: Artifact): string {
  const first = (publishedAt ?? uploadedAt).getTime();
  return new Date(Math.max(first, artifact.uploadedAt.getTime())).toISOString().replace('Z', '000Z');
}

function jsonFile(release: Release, { artifact, facts }: ServedFile) {
  const { metadataSha256, requiresPython } = facts;
  const core = metadataSha256 === null ? undefined : { sha256: metadataSha256 };
  return {
    filename: artifact.filename,
    url: urlOf(artifact),
    hashes: { sha256: artifact.sha256 },
    size: artifact.sizeBytes,
    'upload-time': visibleAt(release, artifact),
    ...(requiresPython === '' ? {} : { 'requires-python': requiresPython }),
    ...(core ? { 'core-metadata': core, 'data-dist-info-metadata': core } : {}),
    yanked: release.isYanked ? release.yankReason || true : false,
    provenance: null,
  };
}

function htmlFile(release: Release, { artifact, facts }: ServedFile): string {
  const { metadataSha256, requiresPython } = facts;
  const core = metadataSha256 === null ? null : `sha256=${metadataSha256}`;
  const attributes = [
    ['href', `${urlOf(artifact)}#sha256=${artifact.sha256}`],
    ['data-requires-python', requiresPython || null],
    ['data-core-metadata', core],
    ['data-dist-info-metadata', core],
    ['data-yanked', release.isYanked ? (release.yankReason ?? '') : null],
  ].flatMap(([name, value]) => (value === null ? [] : [` ${name}="${escapeHtml(value ?? '')}"`]));
  return `<a${attributes.join('')}>${escapeHtml(artifact.filename)}</a><br>`;
}

function legacyFile(release: Release, { artifact, facts }: ServedFile) {
  const { filename, sizeBytes, md5, sha256 } = artifact;
  const time = visibleAt(release, artifact);
  return {
    filename,
    packagetype: facts.packageType,
    python_version: facts.pythonVersion,
    requires_python: facts.requiresPython || null,
    digests: { md5, sha256 },
    md5_digest: md5,
    size: sizeBytes,
    upload_time: time.slice(0, 19),
    upload_time_iso_8601: time,
    // from the address of this document, which is below `pypi/{project}/`
    url: urlOf(artifact),
    yanked: release.isYanked,
    yanked_reason: release.yankReason,
  };
}
