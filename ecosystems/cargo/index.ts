import type { Ecosystem } from '../ecosystem.ts';
import { metadataReader } from './declaration.ts';
import { renderDocuments } from './documents.ts';
import { problem } from './errors.ts';
import { filenameOf } from './filename.ts';
import { inspect } from './inspect.ts';
import { latest } from './latest.ts';
import { canonicalName } from './name.ts';
import { maxCrateBytes } from './publish-route.ts';
import { registerRoutes } from './routes.ts';
import { searchEntry } from './search.ts';
import { snippets } from './snippets.ts';
import { canonicalVersion, compareVersions, isStable } from './version.ts';

/** Rust crates: sparse index, publish, download, search, yank. */
export const cargo: Ecosystem = {
  id: 'cargo',
  title: 'Cargo',
  purlType: 'cargo',
  mount: '/cargo',
  names: {
    canonical: canonicalName,
    mayRespell: (existing, raw) => existing === raw,
    namespace: () => null,
    namespacePrefix: () => null,
  },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable },
  archive: {
    format: 'tgz',
    kind: 'crate',
    contentType: () => 'application/gzip',
    maxBytes: maxCrateBytes,
    filename: filenameOf,
  },
  inspect,
  latest,
  rendersFrom: 'every release',
  deletedVersions: 'reserved',
  signedText: () => null,
  documents: renderDocuments,
  searchEntry,
  details: (crate) => ({ crate_name: crate.name, normalized_name: crate.nameKey }),
  readers: [metadataReader],
  routes: registerRoutes,
  root: null,
  problem,
  removal: {
    yank: 'DELETE /api/v1/crates/{name}/{version}/yank',
    unyank: 'PUT /api/v1/crates/{name}/{version}/unyank',
    delete: null,
  },
  provenance: { kind: 'none', reason: 'neither the index nor the client has a place for attestations' },
  snippets,
};
