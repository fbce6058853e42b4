import { noHints } from '../../domain/bundle-analysis.ts';
import { isTagName } from '../../domain/tag-name.ts';
import type { Format } from '../format.ts';
import { assertFits } from './format/fits.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { fileFacts } from './format/file.ts';
import { inspect } from './format/inspect.ts';
import { featured, latest } from './format/latest.ts';
import { canonicalName } from './format/name.ts';
import { searchEntry } from './format/search.ts';
import { snippets } from './format/snippets.ts';
import { canonicalVersion, compareVersions, isStable } from './format/version.ts';

/** Plain files under a name and a version: nothing in them says what they are. */
export const format: Format = {
  id: 'generic',
  title: 'Plain files',
  purlType: 'generic',
  mount: '/generic',
  rootPrefixes: [],
  names: {
    canonical: canonicalName,
    mayRespell: (existing, raw) => existing === raw,
    namespaces: () => [],
    namespacePrefixes: () => [],
    shared: () => null,
    claims: 'on-publish',
    domains: () => [],
  },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable, isLocal: () => false },
  file: fileFacts,
  isTagName,
  parts: null,
  assertFits,
  inspect,
  latest,
  featured,
  rendersFrom: 'every release',
  // files are kept by caches for a year
  deletedVersions: 'reserved',
  closedWhile: [],
  laterFiles: 'at any time',
  otherIndex: null,
  signedText: () => null,
  nativeMessage: null,
  documents,
  wideDocuments: [],
  searchEntry,
  releaseDetails: () => ({}),
  details: (pkg) => ({ package_name: pkg.name }),
  problem,
  removal: { yank: null, unyank: null, delete: 'DELETE /{name}/{version}' },
  bundle: () => noHints,
  provenance: { kind: 'none', reason: 'curl knows no attestations; digests are in every listing' },
  snippets,
};
