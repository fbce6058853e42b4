import { defineFormat } from '../define-format.ts';
import { assertFits } from './format/assert-fits.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { fileFacts } from './format/file.ts';
import { inspect } from './format/inspect.ts';
import { featured, latest } from './format/latest.ts';
import { canonicalName } from './format/name.ts';
import { searchEntry } from './format/search.ts';
import { snippets } from './format/snippets.ts';
import { canonicalVersion, compareVersions, isStable } from './format/version.ts';
import { limits } from './format/limits.ts';

/** Plain files without metadata, under a name and a version. */
export const format = defineFormat({
  id: 'generic',
  title: 'Plain files',
  names: { canonical: canonicalName },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable },
  file: fileFacts,
  assertFits,
  inspect,
  latest,
  featured,
  documents,
  searchEntry,
  details: (pkg) => ({ package_name: pkg.name }),
  problem,
  removal: { yank: null, unyank: null, delete: 'DELETE /{name}/{version}' },
  provenance: { kind: 'none', reason: 'curl knows no attestations; digests are in every listing' },
  snippets,
  limits,
});
