import type { Ecosystem } from '../ecosystem.ts';
import { documents } from './documents.ts';
import { problem } from './errors.ts';
import { inspect } from './inspect.ts';
import { latest } from './listing.ts';
import { identityReader } from './peek.ts';
import { canonicalId } from './name.ts';
import { maxPackageBytes } from './push.ts';
import { routes } from './routes.ts';
import { searchEntry } from './search-entry.ts';
import { snippets } from './snippets.ts';
import { nupkgName } from './urls.ts';
import { canonicalVersion, compareVersions, isStable } from './version.ts';

/** Packages of the .NET world, served over the V3 protocol. */
export const nuget: Ecosystem = {
  id: 'nuget',
  title: 'NuGet',
  purlType: 'nuget',
  mount: '/nuget',
  names: {
    canonical: canonicalId,
    mayRespell: () => true,
    namespace: () => null,
    namespacePrefix: () => null,
  },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable },
  archive: {
    format: 'zip',
    kind: 'nupkg',
    contentType: () => 'application/octet-stream',
    maxBytes: maxPackageBytes,
    filename: (name, version) => nupkgName(canonicalId(name), canonicalVersion(version)),
  },
  inspect,
  latest,
  rendersFrom: 'every release',
  deletedVersions: 'reserved',
  signedText: () => null,
  documents,
  searchEntry,
  details: (pkg) => ({ package_id: pkg.name, normalized_id: pkg.nameKey }),
  readers: [identityReader],
  routes,
  root: null,
  problem,
  removal: { yank: 'unlist', unyank: 'relist', delete: null },
  provenance: {
    kind: 'none',
    reason: 'author signatures travel inside the package and are stored, but not verified',
  },
  snippets,
};
