import type { DocumentFrame } from '../../../domain/document.ts';
import type { PackageDocuments } from '../../package-documents.ts';
import type { RenderInput } from '../../render-input.ts';
import { feedOf, feedType } from './feed.ts';
import { legacyEntry, legacyHead, legacyJson, legacyPaths, legacyRelease } from './legacy-documents.ts';
import { filesOf, sharedUrl } from './served-files.ts';
import { htmlEntry, jsonEntry } from './simple-entries.ts';
import { compareVersions } from './version.ts';

export const simpleJson = 'application/vnd.pypi.simple.v1+json';
export const simpleHtml = 'text/html; charset=utf-8';

/** Where documents are kept. */
export const paths = {
  json: (nameKey: string) => `${nameKey}/simple.json`,
  html: (nameKey: string) => `${nameKey}/simple.html`,
  feed: (nameKey: string) => `${nameKey}/releases.xml`,
};

/** The simple index in both forms, the older JSON of tools, and a feed. */
export const documents: PackageDocuments = {
  order: compareVersions,
  frames(input) {
    if (input.releases.length === 0) return [];
    const { nameKey } = input.package;
    const legacy = [`${legacyHead(input)},"releases":{\n`, { list: 'legacy', separator: ',\n' }, '\n}}\n'];
    const frames: Omit<DocumentFrame, 'etag'>[] = [
      { path: paths.json(nameKey), contentType: simpleJson, pieces: jsonPieces(input) },
      { path: paths.html(nameKey), contentType: simpleHtml, pieces: htmlPieces(input) },
      { path: legacyPaths.project(nameKey), contentType: legacyJson, pieces: legacy },
      { path: paths.feed(nameKey), contentType: feedType, pieces: [feedOf(input)] },
    ];
    return frames.map((frame) => ({ ...frame, etag: 'parts' }));
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

function jsonPieces({ package: pkg, releases }: RenderInput): DocumentFrame['pieces'] {
  const head = JSON.stringify({
    meta: { 'api-version': '1.4' },
    name: pkg.nameKey,
    versions: releases.map(({ version }) => version),
    'project-status': statusOf(pkg),
  }).slice(0, -1);
  return [`${head},"files":[\n`, { list: 'json', separator: ',\n' }, '\n]}\n'];
}

/** PEP 792; what is in quarantine has no page. */
function statusOf({ isArchived, isDeprecated, deprecationMessage }: RenderInput['package']) {
  if (isArchived) return { status: 'archived' };
  if (!isDeprecated) return { status: 'active' };
  return { status: 'deprecated', ...(deprecationMessage ? { reason: deprecationMessage } : {}) };
}

function htmlPieces({ package: { nameKey } }: RenderInput): DocumentFrame['pieces'] {
  const head = `<!DOCTYPE html>
<html><head><meta name="pypi:repository-version" content="1.4"><title>Links for ${nameKey}</title></head>
<body><h1>Links for ${nameKey}</h1>
`;
  return [head, { list: 'html', separator: '\n' }, '\n</body></html>\n'];
}
