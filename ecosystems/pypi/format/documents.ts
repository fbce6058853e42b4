import type { DocumentFrame } from '../../../domain/document.ts';
import type { PackageDocuments } from '../../package-documents.ts';
import type { RenderInput } from '../../render-input.ts';
import { feedOf, feedType } from './feed.ts';
import { legacyEntry, legacyHead, legacyJson, legacyPaths, legacyRelease } from './legacy-documents.ts';
import { escapeHtml } from './html.ts';
import { filesOf, sharedUrl } from './served-files.ts';
import { htmlEntry, jsonEntry } from './simple-entries.ts';
import { compareVersions } from './version.ts';

export const simpleJson = 'application/vnd.pypi.simple.v1+json';
export const simpleHtml = 'text/html; charset=utf-8';

/** Paths of documents. */
export const paths = {
  json: (nameKey: string) => `${nameKey}/simple.json`,
  html: (nameKey: string) => `${nameKey}/simple.html`,
  feed: (nameKey: string) => `${nameKey}/releases.xml`,
};

/** The simple index in both forms, the older JSON for tools, and a feed. */
export const documents: PackageDocuments = {
  order: compareVersions,
  frames(input) {
    // a withheld project keeps its page, with the reason why it is empty; a project that was never visible has no page
    if (input.releases.length === 0 && !input.package.isWithheld) return [];
    const simple = simpleFrames(input);
    if (input.releases.length === 0) return simple;
    const { nameKey } = input.package;
    const legacy = [`${legacyHead(input)},"releases":{\n`, { list: 'legacy', separator: ',\n' }, '\n}}\n'];
    return [
      ...simple,
      { path: legacyPaths.project(nameKey), contentType: legacyJson, etag: 'parts', pieces: legacy },
      { path: paths.feed(nameKey), contentType: feedType, etag: 'parts', pieces: [feedOf(input)] },
    ];
  },
  release(release, of) {
    const [files, place] = [filesOf(release), { nameKey: of.nameKey, url: sharedUrl(of) }];
    const entries: Record<string, string> = {};
    if (files.length > 0) {
      entries['json'] = files.map((file) => JSON.stringify(jsonEntry(place, release, file))).join(',\n');
      entries['html'] = files.map((file) => htmlEntry(place, release, file)).join('\n');
    }
    const legacy = legacyEntry(release, of);
    if (legacy !== null) entries['legacy'] = legacy;
    return { entries, documents: [legacyRelease(release, of)] };
  },
};

function simpleFrames(input: RenderInput): DocumentFrame[] {
  const { nameKey } = input.package;
  return [
    { path: paths.json(nameKey), contentType: simpleJson, etag: 'parts', pieces: jsonPieces(input) },
    { path: paths.html(nameKey), contentType: simpleHtml, etag: 'parts', pieces: htmlPieces(input) },
  ];
}

function jsonPieces({ package: pkg, releases }: RenderInput): DocumentFrame['pieces'] {
  const { tracks, alternateLocations } = pkg;
  const head = JSON.stringify({
    meta: { 'api-version': '1.4', ...(tracks.length === 0 ? {} : { tracks }) },
    name: pkg.nameKey,
    ...(alternateLocations.length === 0 ? {} : { 'alternate-locations': alternateLocations }),
    versions: releases.map(({ version }) => version),
    'project-status': statusOf(pkg),
  }).slice(0, -1);
  return [`${head},"files":[\n`, { list: 'json', separator: ',\n' }, '\n]}\n'];
}

interface Status {
  status: string;
  reason?: string;
}

/** PEP 792. */
function statusOf(pkg: RenderInput['package']): Status {
  if (pkg.isWithheld) return { status: 'quarantined' };
  if (pkg.isArchived) return { status: 'archived' };
  if (!pkg.isDeprecated) return { status: 'active' };
  return { status: 'deprecated', ...(pkg.deprecationMessage ? { reason: pkg.deprecationMessage } : {}) };
}

function htmlPieces({ package: pkg }: RenderInput): DocumentFrame['pieces'] {
  const { nameKey, tracks, alternateLocations } = pkg;
  const { status, reason } = statusOf(pkg);
  const said = [
    ['pypi:repository-version', '1.4'],
    ...tracks.map((url) => ['pypi:tracks', url]),
    ...alternateLocations.map((url) => ['pypi:alternate-locations', url]),
    ['pypi:project-status', status],
    ...(reason === undefined ? [] : [['pypi:project-status-reason', reason]]),
  ].map(([name = '', content = '']) => `<meta name="${name}" content="${escapeHtml(content)}">`);
  const head = `<!DOCTYPE html>
<html><head>${said.join('')}<title>Links for ${nameKey}</title></head>
<body><h1>Links for ${nameKey}</h1>
`;
  return [head, { list: 'html', separator: '\n' }, '\n</body></html>\n'];
}
