import { bodyLimits } from '../../domain/limits.ts';
import { isTagName } from '../../domain/tag-name.ts';
import type { Format } from '../format.ts';
import { fitsAnywhere, ofOneFile } from '../one-file.ts';
import { bundle } from './format/bundle.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { inspect } from './format/inspect.ts';
import { featured, latest } from './format/latest.ts';
import { baseName, canonicalName, filenameOf, scopeOf } from './format/name.ts';
import { searchEntry } from './format/search-entry.ts';
import { snippets } from './format/snippets.ts';
import { canonicalVersion, compareVersions, isStable } from './format/version.ts';
import { integrityOf } from './format/version-document.ts';

/** Packages of Node and the web: npm, pnpm, yarn, bun, deno. */
export const format: Format = {
  id: 'npm',
  title: 'npm',
  purlType: 'npm',
  mount: '/npm',
  rootPrefixes: ['/-/npm'],
  names: {
    canonical: canonicalName,
    mayRespell: (existing, raw) => existing === raw,
    namespaces: (name) => [scopeOf(name) ?? []].flat(),
    namespacePrefixes: (scope) => [`@${scope}/`],
    shared: () => null,
    claims: 'on-publish',
    domains: () => [],
  },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable, isLocal: () => false },
  file: ({ name, version }) => ({
    format: 'tgz',
    kind: 'tgz',
    filename: filenameOf(name, canonicalVersion(version)),
    contentType: 'application/octet-stream',
    maxBytes: bodyLimits['npm.tarball'].bytes,
  }),
  isTagName,
  parts: null,
  assertFits: fitsAnywhere,
  inspect: ofOneFile(inspect),
  latest,
  featured,
  rendersFrom: 'every release',
  deletedVersions: 'reserved',
  closedWhile: [],
  laterFiles: 'at any time',
  otherIndex: null,
  signedText: (release, pkg) => `${pkg.name}@${release.versionKey}:${integrityOf(release)}`,
  nativeMessage: null,
  documents,
  wideDocuments: [],
  searchEntry,
  releaseDetails: () => ({}),
  details: (pkg) => ({ scope: scopeOf(pkg.name), unscoped_name: baseName(pkg.name) }),
  problem,
  removal: { yank: null, unyank: null, delete: 'DELETE /{package}/-rev/{rev}' },
  bundle,
  provenance: { kind: 'attestation', format: 'sigstore bundle' },
  snippets,
};
