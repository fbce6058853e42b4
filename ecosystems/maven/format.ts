import { noHints } from '../../domain/bundle-analysis.ts';
import { isTagName } from '../../domain/tag-name.ts';
import type { Format } from '../format.ts';
import { fitsAnywhere } from '../one-file.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { fileFacts } from './format/file.ts';
import { inspect } from './format/inspect.ts';
import { featured, latest } from './format/latest.ts';
import { canonicalName, coordinatesOf, domainsOf, namespacesOf, whySharedGroup } from './format/name.ts';
import { searchEntry } from './format/search.ts';
import { snippets } from './format/snippets.ts';
import { canonicalVersion, compareVersions, isStable } from './format/version.ts';

/** Artifacts of Java builds, in the layout of Maven repositories. */
export const format: Format = {
  id: 'maven',
  title: 'Maven',
  purlType: 'maven',
  mount: '/maven',
  rootPrefixes: [],
  names: {
    canonical: canonicalName,
    mayRespell: (existing, raw) => existing === raw,
    namespaces: namespacesOf,
    namespacePrefixes: (group) => [`${group}:`, `${group}.`],
    shared: whySharedGroup,
    claims: 'on-publish',
    domains: domainsOf,
  },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable, isLocal: () => false },
  file: fileFacts,
  isTagName,
  parts: null,
  assertFits: fitsAnywhere,
  inspect,
  latest,
  featured,
  rendersFrom: 'every release',
  // caches keep files for ever
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
  details(pkg) {
    const { group, artifact } = coordinatesOf(pkg.name);
    return { group_id: group, artifact_id: artifact };
  },
  problem,
  removal: { yank: null, unyank: null, delete: null },
  bundle: () => noHints,
  provenance: { kind: 'attestation', format: 'OpenPGP signatures and Sigstore bundles beside the files' },
  snippets,
};
