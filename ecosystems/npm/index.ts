import type { Ecosystem } from '../ecosystem.ts';
import { bulkReader } from './audit-bulk.ts';
import { treeReader } from './audit-tree.ts';
import { deprecationReader } from './deprecate.ts';
import { renderDocuments } from './documents.ts';
import { problem } from './errors.ts';
import { inspect } from './inspect.ts';
import { latest } from './latest.ts';
import { canonicalName, filenameOf, scopeOf } from './name.ts';
import { publishReader } from './publish-request.ts';
import { maxTarballBytes } from './publish-route.ts';
import { revisionReader } from './revision-routes.ts';
import { registerRootRoutes, registerRoutes } from './routes.ts';
import { searchEntry } from './search-entry.ts';
import { snippets } from './snippets.ts';
import { canonicalVersion, compareVersions, isStable } from './version.ts';
import { integrityOf } from './version-document.ts';

/** Packages of Node and the web: npm, pnpm, yarn, bun, deno. */
export const npm: Ecosystem = {
  id: 'npm',
  title: 'npm',
  purlType: 'npm',
  mount: '/npm',
  names: {
    canonical: canonicalName,
    mayRespell: (existing, raw) => existing === raw,
    namespace: scopeOf,
    namespacePrefix: (scope) => `@${scope}/`,
  },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable },
  archive: {
    format: 'tgz',
    kind: 'tgz',
    contentType: () => 'application/octet-stream',
    maxBytes: maxTarballBytes,
    filename: (name, version) => filenameOf(name, canonicalVersion(version)),
  },
  inspect,
  latest,
  rendersFrom: 'every release',
  deletedVersions: 'reserved',
  signedText: (release, pkg) => `${pkg.name}@${release.versionKey}:${integrityOf(release)}`,
  documents: renderDocuments,
  searchEntry,
  details: (pkg) => ({ package_name: pkg.name, scope: scopeOf(pkg.name) }),
  readers: [publishReader, deprecationReader, revisionReader, bulkReader, treeReader],
  routes: registerRoutes,
  root: { prefixes: ['/-/npm'], routes: registerRootRoutes },
  problem,
  removal: { yank: null, unyank: null, delete: 'DELETE /{package}/-rev/{rev}' },
  provenance: { kind: 'attestation', format: 'sigstore bundle' },
  snippets,
};
