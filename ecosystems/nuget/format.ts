import { defineFormat } from '../define-format.ts';
import { bundle } from './format/bundle.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { inspectFiles } from './format/inspect-files.ts';
import { featured, latest } from './format/listing.ts';
import { canonicalId } from './format/name.ts';
import { searchEntry } from './format/search-entry.ts';
import { requirements } from './format/requirements.ts';
import { snippets } from './format/snippets.ts';
import { nupkgName, snupkgName } from './format/urls.ts';
import { canonicalVersion, compareVersions, isStable } from './format/version.ts';
import { limits } from './format/limits.ts';

/** Packages of the .NET world, served over the V3 protocol. */
export const format = defineFormat({
  id: 'nuget',
  title: 'NuGet',
  osvName: 'NuGet',
  names: { canonical: canonicalId, mayRespell: () => true },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable },
  file({ name, version, file }) {
    const [id, key] = [canonicalId(name), canonicalVersion(version)];
    const isSymbols = file === snupkgName(id, key);
    return {
      format: 'zip',
      kind: isSymbols ? 'snupkg' : 'nupkg',
      filename: isSymbols ? file : nupkgName(id, key),
      contentType: 'application/octet-stream',
      maxBytes: limits.package.bytes,
    };
  },
  // symbols, the manifest, icons and texts are further files of the release
  isDownload: (filename) => filename.endsWith('.nupkg'),
  inspect: inspectFiles,
  latest,
  featured,
  rendersFrom: 'every listed release',
  documents,
  searchEntry,
  releaseDetails: ({ isYanked }) => ({ is_listed: !isYanked }),
  details: (pkg) => ({ package_id: pkg.name, normalized_id: pkg.nameKey }),
  problem,
  removal: { yank: 'unlist', unyank: 'relist', delete: null },
  bundle,
  requirements,
  provenance: {
    kind: 'none',
    reason: 'author signatures travel inside the package and are stored, but not verified',
  },
  snippets,
  limits,
});
