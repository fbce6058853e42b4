import { defineFormat } from '../define-format.ts';
import { noDocuments } from '../package-documents.ts';
import { ofOneFile } from '../one-file.ts';
import { bundle } from './format/bundle.ts';
import { canonicalDigest, compareDigests } from './format/digest.ts';
import { problem } from './format/errors.ts';
import { filenameOf } from './format/filename.ts';
import { inspect, mediaTypeOf } from './format/inspect.ts';
import { latest } from './format/latest.ts';
import { maxManifestBytes } from './format/manifest.ts';
import { kindOf } from './format/media-types.ts';
import { canonicalName, namespaceOf } from './format/name.ts';
import { parts } from './format/parts.ts';
import { searchEntry } from './format/search.ts';
import { snippets } from './format/snippets.ts';
import { isTag } from './format/tag.ts';
import { variants } from './format/variants.ts';
import { limits } from './format/limits.ts';

/** Container images and other OCI artifacts: a release is a manifest, its version the digest. */
export const format = defineFormat({
  id: 'oci',
  title: 'OCI',
  rootPrefixes: ['/v2'],
  names: { canonical: canonicalName },
  namespaces: {
    of: (name) => [namespaceOf(name)],
    prefixes: (namespace) => [`${namespace}/`],
    claims: 'own-names',
  },
  versions: {
    canonical: canonicalDigest,
    compare: compareDigests,
    isStable: () => true,
  },
  isTagName: isTag,
  parts,
  variants,
  file(declared) {
    const mediaType = mediaTypeOf(declared);
    return {
      format: 'file',
      kind: 'manifest',
      filename: filenameOf(declared.name, declared.version),
      contentType: kindOf(mediaType) === undefined ? 'application/octet-stream' : mediaType,
      maxBytes: maxManifestBytes,
    };
  },
  inspect: ofOneFile(inspect),
  latest,
  featured: () => [],
  rendersFrom: 'newest releases',
  deletedVersions: 'free',
  // lists are paged and read from rows: each new tag would rewrite a document of ten thousand tags
  documents: noDocuments,
  searchEntry,
  details: (repository) => ({ repository: repository.name, segments: repository.name.split('/') }),
  problem: (error, baseUrl) => problem(error, baseUrl),
  removal: { yank: null, unyank: null, delete: 'DELETE /v2/{name}/manifests/{digest}' },
  bundle,
  provenance: {
    kind: 'attestation',
    format: 'artifacts about a manifest, listed by GET /v2/{name}/referrers/{digest}',
  },
  snippets,
  limits,
});
