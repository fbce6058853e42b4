import { defineFormat } from '../define-format.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { fileFacts } from './format/file.ts';
import { inspect } from './format/inspect.ts';
import { featured, latest } from './format/latest.ts';
import { canonicalName, coordinatesOf, domainsOf, namespacesOf, whySharedGroup } from './format/name.ts';
import { searchEntry } from './format/search.ts';
import { snippets } from './format/snippets.ts';
import { canonicalVersion, compareVersions, isStable } from './format/version.ts';
import { limits } from './format/limits.ts';

/** Artifacts of Java builds, in the layout of Maven repositories. */
export const format = defineFormat({
  id: 'maven',
  title: 'Maven',
  osvName: 'Maven',
  names: { canonical: canonicalName },
  namespaces: {
    of: namespacesOf,
    prefixes: (group) => [`${group}:`, `${group}.`],
    shared: whySharedGroup,
    domains: domainsOf,
  },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable },
  file: fileFacts,
  inspect,
  latest,
  featured,
  documents,
  searchEntry,
  details(pkg) {
    const { group, artifact } = coordinatesOf(pkg.name);
    return { group_id: group, artifact_id: artifact };
  },
  problem,
  removal: { yank: null, unyank: null, delete: null },
  provenance: { kind: 'attestation', format: 'OpenPGP signatures and Sigstore bundles beside the files' },
  snippets,
  limits,
});
