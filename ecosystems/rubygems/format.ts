import { defineFormat } from '../define-format.ts';
import { ofOneFile } from '../one-file.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { gemFilename, conflictsOf } from './format/full-name.ts';
import { inspect } from './format/inspect.ts';
import { featured, latest } from './format/latest.ts';
import { limits } from './format/limits.ts';
import { attestationsFile } from './format/metadata.ts';
import { canonicalName } from './format/name.ts';
import { nativeMessage } from './format/native-message.ts';
import { searchEntry } from './format/search.ts';
import { requirements } from './format/requirements.ts';
import { snippets } from './format/snippets.ts';
import { canonicalVersion, compareVersions, isStable, platformsOf } from './format/version.ts';
import { wideDocuments } from './format/wide.ts';

/** Gems: the compact index, specifications in Marshal, push and yank. */
export const format = defineFormat({
  id: 'rubygems',
  title: 'RubyGems',
  osvName: 'RubyGems',
  purlType: 'gem',
  names: { canonical: canonicalName },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable },
  file: ({ name, version }) => ({
    format: 'tar',
    kind: 'gem',
    filename: gemFilename(name, version),
    contentType: 'application/octet-stream',
    maxBytes: limits.gem.bytes,
    filenameConflicts: conflictsOf(name, version),
  }),
  variants: ({ versionKey }, versionKeys) => platformsOf(versionKey, versionKeys),
  isDownload: (filename) => filename !== attestationsFile,
  inspect: ofOneFile(inspect),
  latest,
  featured,
  nativeMessage,
  documents,
  wideDocuments,
  searchEntry,
  details: (gem) => ({ gem_name: gem.name, normalized_name: gem.nameKey }),
  problem,
  removal: { yank: 'DELETE /api/v1/gems/yank', unyank: null, delete: null },
  requirements,
  provenance: { kind: 'attestation', format: 'sigstore' },
  snippets,
  limits,
});
