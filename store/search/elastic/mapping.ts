/**
 * Incremented at every change of this file. A worker that finds an index with a lower number requests a new one, and
 * ignores one with a higher number: two versions of the platform may run at the same time.
 */
export const mappingVersion = 1;

/** Longer values can't be indexed as one term. */
const exact = { type: 'keyword', ignore_above: 8_191 } as const;
const words = {
  type: 'text',
  analyzer: 'words',
  index_options: 'docs',
  norms: false,
  // searches match words by their prefix
  index_prefixes: { min_chars: 1, max_chars: 12 },
} as const;

/** The searched members. `shown` is stored for answers and never searched. */
const properties = {
  package_id: exact,
  ecosystem: exact,
  name_key: exact,
  visibility: exact,
  repository_id: exact,
  namespace_id: exact,
  owner_user_id: exact,
  owner_org_id: exact,
  org_slug: exact,
  repository_slug: exact,
  license: exact,
  keywords: exact,
  facets: exact,
  /** `field=value`. */
  fields: exact,
  download_count: { type: 'long' },
  /** Microseconds since 1970. */
  updated_at: { type: 'long' },
  /** The words of the name and the keywords. */
  strong_words: words,
  weak_words: words,
  /** For substrings: a phrase of overlapping trigrams. */
  haystack: { type: 'text', analyzer: 'trigrams', norms: false },
  shown: { type: 'object', enabled: false },
} as const;

/** Settings of a new index, which is not refreshed until it is complete. */
export const newIndex = {
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    refresh_interval: '-1',
    // versions of removed entries are remembered for the maximum delay of a message
    gc_deletes: '1h',
    analysis: {
      tokenizer: { trigrams: { type: 'ngram', min_gram: 3, max_gram: 3 } },
      analyzer: {
        words: { type: 'custom', tokenizer: 'whitespace' },
        trigrams: { type: 'custom', tokenizer: 'trigrams' },
      },
    },
  },
  mappings: { dynamic: false, _meta: { version: mappingVersion }, properties },
} as const;

/** Settings of the searched index. */
export const servingSettings = { refresh_interval: '500ms' } as const;
