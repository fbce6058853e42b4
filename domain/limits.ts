const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

/** The bounds of one kind of outside input: one shape for every limit. */
export interface Limit {
  /** Decompressed. */
  bytes?: number;
  characters?: number;
  /** The maximum number. */
  count?: number;
  /** The maximum nesting of objects and lists. */
  depth?: number;
  /** JSON: the maximum number of members and elements, all levels together. */
  values?: number;
  seconds?: number;
  /** The maximum ratio of unpacked to packed size. */
  times?: number;
  /** The size of a cryptographic key. */
  bits?: number;
  /** Longer input is cut, not refused. */
  isCut?: boolean;
  why: string;
}

/** Rows of the table in `docs/SECURITY.md`: shared limits are here, those of an ecosystem are in its folder. */
export type Limits = Readonly<Record<string, Limit>>;

/** The bound of a body, a document or a field. Bytes beyond the bound are refused while they arrive. */
export interface Bound extends Limit {
  bytes: number;
}

/**
 * All bodies that routes accept. A route names its body (`config.body`); a server with a route that names none does
 * not start. `MAX_UPLOAD_BYTES` and `MAX_PART_BYTES` of the operator bound files as well.
 */
export const bodyLimits = {
  unread: {
    bytes: 16 * MiB,
    why: 'the service has no use for it: so much is discarded before its connection is closed',
  },

  'v1.json': {
    bytes: MiB,
    depth: 16,
    values: 10_000,
    why: 'the longest has a readme of 500,000 characters',
  },
  'v1.artifact': { bytes: 16 * GiB, why: 'a file of a release: its protocol sets a lower one' },
  'sigstore.bundle': {
    bytes: 256 * KiB,
    depth: 32,
    values: 10_000,
    why: 'one bundle with its certificates',
  },
  'page.form': {
    bytes: 256 * KiB,
    why: 'a form with a long description, or a hundred versions that are ticked',
  },
  'page.pgn': {
    bytes: 768 * KiB,
    why: 'a game as a field of a form, which writes many of its bytes as three',
  },
  'chess.json': {
    bytes: 64 * KiB,
    depth: 16,
    values: 10_000,
    why: 'a review: a thousand moves and its settings',
  },
  'chess.pgn': { bytes: 256 * KiB, depth: 16, values: 10_000, why: 'a long game with all its comments' },
  'chess.frame': { bytes: 64 * KiB, depth: 16, values: 10_000, why: 'as over HTTP' },
} as const satisfies Readonly<Record<string, Bound>>;
/** A body below this size is a few texts, which arrive at once; a larger body may be a file. */
export const smallBodyBytes = MiB;
export type BodyName = keyof typeof bodyLimits;

/** A line of the table, or a limit of an ecosystem's own folder. */
export function boundOf(body: BodyName | Bound): Bound {
  return typeof body === 'string' ? bodyLimits[body] : body;
}

/** Limits of the head of a request. */
export const headLimits = {
  headers: {
    bytes: 16 * KiB,
    count: 200,
    why: "all of a request with its first line: the runtime's own default",
  },
  parameter: {
    characters: 500,
    why: 'one part of a path: names have at most 255 characters, escaped some more',
  },
  scope: { characters: 600, why: 'the longest repository name with its actions' },
} as const satisfies Limits;

/**
 * Bounds of an error, which quotes outside text: its sentence and each text beside it, the number of its facts and
 * their depth.
 */
export const errorLimits = {
  characters: 500,
  count: 250,
  depth: 5,
  isCut: true,
  why: 'each text, and all facts together: logs and answers quote them',
} as const satisfies Limit;

/** JSON above this size is parsed and checked in a thread: a schema takes long to list the faults of many members. */
export const inlineJsonBytes = 64 * KiB;
/** XML takes ten times as long. */
export const inlineXmlBytes = 16 * KiB;

/** The maximum total of larger bodies in memory at a time; further bodies are refused with a Retry-After. */
export const heldBodyBytes = 128 * MiB;

/**
 * The maximum time from the first read of such a body to its last byte. A slower sender would block memory for
 * others.
 */
export const heldBodyMs = 30_000;

/**
 * A body that contains a file may take longer, at this pace: in every `heldBodyMs`, the kept and passed bytes, each
 * divided by its rate, must add up to that time.
 */
export const heldBodyPace = {
  /** The rate of bytes that are kept in memory. */
  keptBytesPerSecond: 128 * KiB,
  /** The rate of a file, which is passed on. */
  passedBytesPerSecond: 16 * KiB,
} as const;

/** Releases with separately uploaded files; the files are kept, and opened, together. */
export const draftLimits = {
  files: { count: 500, bytes: 16 * GiB, why: 'they are kept, and opened, together' },
  open: { count: 200, why: 'of one person at a time' },
} as const satisfies Limits;

/**
 * Texts and lists of a release as pages, lists and searches keep them. A longer text is cut, unless a cut changes its
 * meaning: then the release is refused.
 */
export const publicationLimits = {
  readme: { characters: MiB, isCut: true, why: 'a page shows it' },
  description: { characters: 10_000, isCut: true, why: 'lists and searches load it' },
  license: { characters: 500, isCut: true, why: 'an expression; longer ones are texts' },
  link: { characters: 2_000, isCut: false, why: 'what browsers take; a longer one is left out' },
  keyword: { characters: 100, count: 100, isCut: true, why: 'each is a word of the search' },
  list: {
    characters: 4_000,
    count: 100,
    isCut: true,
    why: 'people, tags and categories, which every version repeats',
  },
  dependencies: { characters: 2_000, count: 5_000, isCut: false, why: 'a name with its range' },
  metadata: { bytes: 5 * MiB, isCut: false, why: 'the largest manifest, with what was made of it' },
} as const satisfies Limits;

/** The filters of a search. */
export const searchLimits = {
  values: { characters: 200, count: 20_000, why: 'of one field; a package may have so many versions' },
  facets: { characters: 200, count: 500, why: 'channels and kinds' },
} as const satisfies Limits;

/** All limits that do not belong to one ecosystem, by the names of their rows. */
export const sharedLimits: Limits = {
  ...prefixed('body', bodyLimits),
  ...prefixed('head', headLimits),
  'bodies in memory': {
    bytes: heldBodyBytes,
    seconds: heldBodyMs / 1000,
    why: 'of all requests together; each has so long to come, one with a file longer',
  },
  'JSON read at once': { bytes: inlineJsonBytes, why: 'a larger one is read in a thread' },
  'XML read at once': { bytes: inlineXmlBytes, why: 'a larger one is read in a thread' },
  'text of an error': errorLimits,
  ...prefixed('draft', draftLimits),
  ...prefixed('release', publicationLimits),
  ...prefixed('search', searchLimits),
};

/** A limit of time in whole days, as clients and forms name it. */
export const daysOf = ({ seconds }: { seconds: number }) => seconds / 86_400;

/** A limit of time in whole hours. */
export const hoursOf = ({ seconds }: { seconds: number }) => seconds / 3_600;

function prefixed(group: string, limits: Limits): Limits {
  return Object.fromEntries(Object.entries(limits).map(([name, limit]) => [`${group} ${name}`, limit]));
}
