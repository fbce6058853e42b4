import type { Ecosystem } from '../ecosystem.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { inspect } from './format/inspect.ts';
import { featured, latest } from './format/listing.ts';
import { identityReader } from './wire/peek.ts';
import { canonicalId } from './format/name.ts';
import { maxPackageBytes } from './wire/push.ts';
import { routes } from './wire/routes.ts';
import { searchEntry } from './format/search-entry.ts';
import { snippets } from './format/snippets.ts';
import { nupkgName } from './format/urls.ts';
import { canonicalVersion, compareVersions, isStable } from './format/version.ts';

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
  featured,
  rendersFrom: 'every listed release',
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
