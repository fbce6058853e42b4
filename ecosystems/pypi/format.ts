import { defineFormat } from '../define-format.ts';
import { assertFits } from './format/assert-fits.ts';
import { bundle } from './format/bundle.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { fileFacts } from './format/file.ts';
import { besideEnding, readingsOf } from './format/filename.ts';
import { inspectFiles } from './format/inspect-files.ts';
import { featured, latest } from './format/latest.ts';
import { canonicalName } from './format/name.ts';
import { otherIndex } from './format/other-index.ts';
import { readmeType } from './format/readme-type.ts';
import { projects } from './format/projects.ts';
import { searchEntry } from './format/search.ts';
import { requirements } from './format/requirements.ts';
import { snippets } from './format/snippets.ts';
import { canonicalVersion, compareVersions, isLocal, isStable } from './format/version.ts';
import { wheelTarget } from './format/wheel-tags.ts';
import { limits } from './format/limits.ts';

/** Wheels and source distributions of Python projects. */
export const format = defineFormat({
  id: 'pypi',
  title: 'PyPI',
  osvName: 'PyPI',
  rootPrefixes: ['/_/oidc'],
  names: { canonical: canonicalName, mayRespell: () => true },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable, isLocal },
  file: fileFacts,
  assertFits,
  fileFor(filename) {
    const { tags = null } = readingsOf(filename)[0] ?? {};
    return tags === null ? null : wheelTarget(tags);
  },
  isDownload: (filename) => !besideEnding.test(filename),
  inspect: inspectFiles,
  latest,
  featured,
  closedWhile: ['archived', 'withheld'],
  laterFiles: 'as policies say',
  otherIndex,
  documents,
  wideDocuments: [projects],
  searchEntry,
  details: (pkg) => ({
    project_name: pkg.name,
    normalized_name: pkg.nameKey,
    tracks: pkg.tracks,
    alternate_locations: pkg.alternateLocations,
  }),
  problem,
  removal: { yank: null, unyank: null, delete: null },
  bundle,
  requirements,
  readmeType,
  provenance: {
    kind: 'attestation',
    format: 'PEP 740 attestation, one or two for each file',
  },
  snippets,
  limits,
});
