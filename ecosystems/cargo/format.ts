import { defineFormat } from '../define-format.ts';
import { ofOneFile } from '../one-file.ts';
import { bundle } from './format/bundle.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { filenameOf } from './format/filename.ts';
import { inspect } from './format/inspect.ts';
import { featured, latest } from './format/latest.ts';
import { canonicalName } from './format/name.ts';
import { searchEntry } from './format/search.ts';
import { requirements } from './format/requirements.ts';
import { snippets } from './format/snippets.ts';
import { canonicalVersion, compareVersions, isStable } from './format/version.ts';
import { limits } from './format/limits.ts';

/** Rust crates: sparse index, publish, download, search, yank. */
export const format = defineFormat({
  id: 'cargo',
  title: 'Cargo',
  osvName: 'crates.io',
  names: { canonical: canonicalName },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable },
  file: ({ name, version }) => ({
    format: 'tgz',
    kind: 'crate',
    filename: filenameOf(name, version),
    contentType: 'application/gzip',
    maxBytes: limits.crate.bytes,
  }),
  inspect: ofOneFile(inspect),
  latest,
  featured,
  documents,
  searchEntry,
  details: (crate) => ({ crate_name: crate.name, normalized_name: crate.nameKey }),
  problem,
  removal: {
    yank: 'DELETE /api/v1/crates/{name}/{version}/yank',
    unyank: 'PUT /api/v1/crates/{name}/{version}/unyank',
    delete: null,
  },
  bundle,
  requirements,
  provenance: { kind: 'none', reason: 'neither the index nor the client has a place for attestations' },
  snippets,
  limits,
});
