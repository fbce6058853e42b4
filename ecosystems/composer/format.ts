import { isTagName } from '../../domain/tag-name.ts';
import type { Format } from '../format.ts';
import { fitsAnywhere, ofOneFile } from '../one-file.ts';
import { bundle } from './format/bundle.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { fileFacts } from './format/file.ts';
import { inspect } from './format/inspect.ts';
import { featured, latest } from './format/latest.ts';
import { canonicalName, vendorOf } from './format/name.ts';
import { searchEntry } from './format/search.ts';
import { snippets } from './format/snippets.ts';
import { canonicalVersion, compareVersions, isStable } from './format/version.ts';
import { wideDocuments } from './format/wide.ts';

/** PHP packages: zips with a `composer.json`, and documents of all versions. */
export const format: Format = {
  id: 'composer',
  title: 'Composer',
  purlType: 'composer',
  mount: '/composer',
  rootPrefixes: [],
  names: {
    canonical: canonicalName,
    mayRespell: () => true,
    namespaces: (canonical) => [vendorOf(canonical)],
    namespacePrefixes: (namespace) => [`${namespace}/`],
    shared: () => null,
    claims: 'on-publish',
    domains: () => [],
  },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable, isLocal: () => false },
  file: fileFacts,
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
  signedText: () => null,
  nativeMessage: null,
  documents,
  wideDocuments,
  searchEntry,
  releaseDetails: () => ({}),
  details: ({ nameKey }) => ({ vendor: vendorOf(nameKey), package: nameKey.slice(nameKey.indexOf('/') + 1) }),
  problem,
  removal: {
    yank: 'DELETE /packages/{vendor}/{package}/versions/{version}',
    unyank: 'POST /packages/{vendor}/{package}/versions/{version}/unyank',
    delete: null,
  },
  bundle,
  provenance: { kind: 'none', reason: 'the client checks neither signatures nor attestations' },
  snippets,
};
