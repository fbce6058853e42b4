const KiB = 1024;
const MiB = 1024 * KiB;
const GiB = 1024 * MiB;

/** How much of something from outside is read. Whatever is beyond is refused while it arrives. */
export interface Bound {
  /** Decompressed. */
  bytes: number;
  /** JSON: how deep objects and lists may lie in each other. */
  depth?: number;
  /** JSON: how many members and elements it may have, all levels together. */
  values?: number;
  why: string;
}

/**
 * Every body that a route takes. Routes name theirs (`config.body`); one that names none does not start. Files are
 * bounded by the operator's `MAX_UPLOAD_BYTES` and `MAX_PART_BYTES` as well.
 */
export const bodyLimits = {
  unread: { bytes: 16 * MiB, why: 'nobody reads it: so much is thrown away before its connection is closed' },

  'v1.json': {
    bytes: 256 * KiB,
    depth: 16,
    values: 10_000,
    why: 'the longest is a package page of a few texts',
  },
  'v1.artifact': { bytes: 16 * GiB, why: 'a file of a release: its protocol sets a lower one' },
  'page.login': { bytes: 8 * KiB, why: 'a form with a name and a password' },
  'chess.json': {
    bytes: 64 * KiB,
    depth: 16,
    values: 10_000,
    why: 'a review: a thousand moves and its settings',
  },
  'chess.pgn': { bytes: 256 * KiB, depth: 16, values: 10_000, why: 'a long game with all its comments' },
  'chess.frame': { bytes: 64 * KiB, depth: 16, values: 10_000, why: 'as over HTTP' },

  'npm.json': { bytes: 64 * KiB, depth: 16, values: 5_000, why: 'log-ins, tokens, tags: a few texts' },
  'npm.document': {
    bytes: 32 * MiB,
    depth: 100,
    values: 1_500_000,
    why: 'documents of packages with thousands of versions come back with all of them',
  },
  'npm.manifest': {
    bytes: MiB,
    depth: 100,
    values: 100_000,
    why: 'one version: every reader of the package loads it',
  },
  'npm.publish': { bytes: 768 * MiB, why: 'a tarball in base64, and the document around it' },
  'npm.tarball': { bytes: 512 * MiB, why: 'the largest tarball' },
  'npm.attestation': { bytes: 256 * KiB, depth: 32, values: 10_000, why: 'one bundle with its certificates' },
  'npm.audit': { bytes: 8 * MiB, depth: 256, values: 400_000, why: 'the tree of 20,000 dependencies' },

  'cargo.json': { bytes: 64 * KiB, depth: 16, values: 5_000, why: 'names of owners, or one identity token' },
  'cargo.publish': { bytes: 513 * MiB + 8, why: 'metadata and crate, each behind its length' },
  'cargo.metadata': { bytes: MiB, depth: 32, values: 100_000, why: 'a thousand dependencies and the README' },
  'cargo.crate': { bytes: 512 * MiB, why: 'the largest crate' },

  'nuget.json': { bytes: 16 * KiB, depth: 8, values: 1_000, why: 'a name of a group, or of a user' },
  'nuget.push': { bytes: 257 * MiB, why: 'a form with one package' },
  'nuget.package': { bytes: 256 * MiB, why: 'the largest package' },
  'nuget.form': { bytes: MiB, values: 10, why: 'boundaries, part headers, and parts that nobody reads' },
  'nuget.field': { bytes: KiB, why: 'the id of a group' },

  'oci.token': { bytes: 64 * KiB, values: 100, why: 'a form with a hundred scopes at most' },
  'oci.manifest': {
    bytes: 4 * MiB,
    depth: 32,
    values: 100_000,
    why: 'what the specification asks registries to take',
  },
  'oci.blob': { bytes: 1024 * GiB, why: 'a layer; the operator sets a lower one' },
} as const satisfies Record<string, Bound>;
/** Up to here a body is a few texts, which come at once; what is larger may be a file. */
export const smallBodyBytes = 256 * KiB;
export type BodyName = keyof typeof bodyLimits;

/** A line of the table, or what an ecosystem says in its own folder. */
export function boundOf(body: BodyName | Bound): Bound {
  return typeof body === 'string' ? bodyLimits[body] : body;
}

/** What stands in front of a body. */
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
} as const;

/** Of an error: its sentence and each text beside it, and how many facts it has how deep. They quote outside text. */
export const errorLimits = { characters: 500, count: 250, depth: 5 } as const;

/** JSON above this is parsed and checked in a thread: what is wrong in each of its members takes a schema long to say. */
export const inlineJsonBytes = 64 * KiB;
/** XML takes ten times as long. */
export const inlineXmlBytes = 16 * KiB;

/** Of all larger bodies that wait in memory at a time; who comes then is asked to come again. */
export const heldBodyBytes = 128 * MiB;

/** From when such a body is first read to its last byte. Whoever is slower keeps room from others. */
export const heldBodyMs = 30_000;

/** Of bodies that take longer as there is a file in them: a second of each such time for so many bytes. */
export const heldBodyPace = {
  /** Of what is kept in memory. */
  keptBytesPerSecond: 128 * KiB,
  /** Of the file, which only passes. */
  passedBytesPerSecond: 16 * KiB,
} as const;

/** Releases whose files come one by one; they are kept, and opened, together. */
export const draftLimits = {
  files: 500,
  bytes: 16 * GiB,
  openOfOnePerson: 200,
} as const;

/** What an audit may ask about. */
export const auditLimits = {
  names: 20_000,
  versions: 50_000,
  nameCharacters: 214,
  versionCharacters: 256,
  pathBytes: 8 * MiB,
  answerBytes: 8 * MiB,
} as const;

/**
 * Texts and lists of a release as pages, lists and searches keep them. What is longer is cut, but for what would then
 * say something else: that refuses the release.
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
} as const;

/** What a search can be narrowed by. */
export const searchLimits = {
  values: { characters: 200, count: 20_000, why: 'of one field; a package may have so many versions' },
  facets: { characters: 200, count: 500, why: 'channels and kinds' },
} as const;
