import { defineFormat } from '../define-format.ts';
import { ofOneFile } from '../one-file.ts';
import { bundle } from './format/bundle.ts';
import { documents } from './format/documents.ts';
import { problem } from './format/errors.ts';
import { fileFacts } from './format/file.ts';
import { inspect } from './format/inspect.ts';
import { featured, latest } from './format/latest.ts';
import { canonicalName, vendorOf } from './format/name.ts';
import { searchEntry } from './format/search.ts';
import { snippets } from './format/snippets.ts';
import { canonicalVersion, compareVersions, isStable } from './format/version.ts';
import { wideDocuments } from './format/wide.ts';
import { limits } from './format/limits.ts';

/** PHP packages: zips with a `composer.json`, and documents of all versions. */
export const format = defineFormat({
  id: 'composer',
  title: 'Composer',
  osvName: 'Packagist',
  names: { canonical: canonicalName, mayRespell: () => true },
  namespaces: { of: (canonical) => [vendorOf(canonical)], prefixes: (namespace) => [`${namespace}/`] },
  versions: { canonical: canonicalVersion, compare: compareVersions, isStable },
  file: fileFacts,
  inspect: ofOneFile(inspect),
  latest,
  featured,
  documents,
  wideDocuments,
  searchEntry,
  details: ({ nameKey }) => ({ vendor: vendorOf(nameKey), package: nameKey.slice(nameKey.indexOf('/') + 1) }),
  problem,
  removal: {
    yank: 'DELETE /packages/{vendor}/{package}/versions/{version}',
    unyank: 'POST /packages/{vendor}/{package}/versions/{version}/unyank',
    delete: null,
  },
  bundle,
  provenance: { kind: 'none', reason: 'the client checks neither signatures nor attestations' },
  snippets,
  ofGit: (url) => ({ source_url: url.replace(/\.git$/, '') }),
  limits,
});
