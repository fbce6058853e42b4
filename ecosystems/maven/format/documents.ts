import { createHash } from 'node:crypto';
import type { DocumentFrame } from '../../../domain/document.ts';
import type { PackageDocuments } from '../../package-documents.ts';
import type { RenderInput } from '../../render-input.ts';
import { checksums, folderOf, metadataFile } from './path.ts';
import { coordinatesOf } from './name.ts';
import { highest } from './latest.ts';
import { compareVersions } from './version.ts';

/**
 * `maven-metadata.xml` of the artifact and its checksums. Checksums need the whole text, so that the document is not
 * rendered in parts. It has only versions, of forty bytes each.
 */
export const documents: PackageDocuments = {
  order: compareVersions,
  frames(input) {
    const text = metadataOf(input);
    if (text === null) return [];
    const path = `${folderOf(input.package.name)}/${metadataFile}`;
    return [
      { path, contentType: 'text/xml; charset=utf-8', pieces: [text] },
      ...checksums.map((algorithm): DocumentFrame => ({
        path: `${path}.${algorithm}`,
        contentType: 'text/plain; charset=utf-8',
        pieces: [createHash(algorithm).update(text).digest('hex')],
      })),
    ];
  },
  release: () => ({ entries: {}, documents: [] }),
};

/** Yanked versions are omitted; a build that names the exact version still gets it. */
function metadataOf(input: RenderInput): string | null {
  const { package: pkg, releases } = input;
  const listed = releases.filter((release) => !release.isYanked);
  const newest = highest(listed);
  if (newest === null) return null;
  const { group, artifact } = coordinatesOf(pkg.name);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<metadata>',
    `  <groupId>${group}</groupId>`,
    `  <artifactId>${artifact}</artifactId>`,
    '  <versioning>',
    `    <latest>${newest}</latest>`,
    `    <release>${newest}</release>`,
    '    <versions>',
    ...listed.map(({ version }) => `      <version>${version}</version>`),
    '    </versions>',
    `    <lastUpdated>${stampOf(input)}</lastUpdated>`,
    '  </versioning>',
    '</metadata>',
    '',
  ].join('\n');
}

/**
 * `yyyyMMddHHmmss` of the newest change of the listed versions. The times of releases are not enough: a yank has no
 * time, and a deletion of the newest release also removes its time.
 */
function stampOf({ package: pkg, releases }: RenderInput): string {
  const times = releases.map(({ publishedAt, uploadedAt }) => (publishedAt ?? uploadedAt).getTime());
  const newest = new Date(times.reduce((a, b) => Math.max(a, b), pkg.versionsChangedAt?.getTime() ?? 0));
  return newest.toISOString().replaceAll(/\D/g, '').slice(0, 14);
}
