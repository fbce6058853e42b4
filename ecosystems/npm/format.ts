import { defineFormat } from '../define-format.ts';
import { ofOneFile } from '../one-file.ts';
import { bundle } from './format/bundle.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { inspect } from './format/inspect.ts';
import { featured, latest } from './format/latest.ts';
import { attestationsFile } from './format/metadata.ts';
import { baseName, canonicalName, filenameOf, scopeOf } from './format/name.ts';
import { searchEntry } from './format/search-entry.ts';
import { requirements } from './format/requirements.ts';
import { snippets } from './format/snippets.ts';
import { canonicalVersion, compareVersions, isStable } from './format/version.ts';
import { integrityOf } from './format/version-document.ts';
import { limits } from './format/limits.ts';

/** Packages of Node and the web: npm, pnpm, yarn, bun, deno. */
export const format = defineFormat({
  id: 'npm',
  title: 'npm',
  osvName: 'npm',
  rootPrefixes: ['/-/npm'],
  names: { canonical: canonicalName },
  namespaces: { of: (name) => [scopeOf(name) ?? []].flat(), prefixes: (scope) => [`@${scope}/`] },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable },
  file: ({ name, version }) => ({
    format: 'tgz',
    kind: 'tgz',
    filename: filenameOf(name, canonicalVersion(version)),
    contentType: 'application/octet-stream',
    maxBytes: limits.tarball.bytes,
  }),
  isDownload: (filename) => filename !== attestationsFile,
  inspect: ofOneFile(inspect),
  latest,
  featured,
  signedText: (release, pkg) => `${pkg.name}@${release.versionKey}:${integrityOf(release)}`,
  documents,
  searchEntry,
  details: (pkg) => ({ scope: scopeOf(pkg.name), unscoped_name: baseName(pkg.name) }),
  problem,
  removal: { yank: null, unyank: null, delete: 'DELETE /{package}/-rev/{rev}' },
  bundle,
  requirements,
  provenance: { kind: 'attestation', format: 'sigstore bundle' },
  snippets,
  limits,
});
