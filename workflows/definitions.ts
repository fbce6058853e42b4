/** Names, queues, ids and types that clients, workflows and workers agree on. Imports nothing. */

export const queues = {
  publish: 'publish',
  io: 'io',
  scan: 'scan',
  maintenance: 'maintenance',
  imports: 'imports',
  engineInteractive: 'engine-interactive',
  engineReview: 'engine-review',
} as const;

/** Failure type and hold reason of a release whose scan never succeeded. */
export const scanFailed = 'scan_failed';

/** Hold reason of a release whose index could not be rendered: all earlier reasons are settled. */
export const renderFailed = 'render_failed';

/** The input of `publishRelease`: ids and digests, never bytes. */
export interface PublishInput {
  uploadId: string;
  ecosystem: string;
  name: string;
  version: string;
  sha256: string;
  publisher: string;
  /** {@link SettleInput.intent} */
  intent?: string;
}

/** The state that the steps of one publish pass to each other. */
export interface ReleaseRef {
  releaseId: string;
  packageId: string;
  uploadId: string;
  /** A release without findings also waits for a person. */
  needsApproval?: boolean;
  /** The files are uploaded separately; nothing is stored before the draft is committed. */
  isDraft?: boolean;
}

/** One run of a workflow. */
export interface RunRef {
  workflowId: string;
  runId: string;
}

/** The update that every publishing request waits for. Its validator refuses a request with other bytes. */
export interface SettleInput {
  sha256: string;
  publisher: string;
  /** Digest of the request beside the bytes; absent when the reconciler started the run. */
  intent?: string;
}

export interface PublishReceipt {
  status: 'published' | 'held' | 'rejected';
  reason: string | null;
  /** The upload whose bytes were used: a request that joined a running publish can drop its own. */
  uploadId: string;
  packageId: string;
}

/** The input of `holdRelease`, about a release that was visible and is now hidden. */
export interface HoldInput {
  releaseId: string;
  packageId: string;
  uploadId: string;
  ecosystem: string;
  name: string;
  version: string;
  publisher: string;
}

/** The input of `publishFile`: one more file of an existing release. */
export interface FileInput extends PublishInput {
  kind: string;
  filename: string;
  contentType: string;
  /** The release is staged: the file is checked now and attached once the release is visible. */
  waitsForRelease?: boolean;
}

export interface FileReceipt {
  /**
   * The upload whose bytes were used; the bytes of other requests can be dropped. Null when the file existed before.
   */
  uploadId: string | null;
  packageId: string;
  status: 'published' | 'staged' | 'held' | 'rejected';
  /** Why the file is held. */
  reason: string | null;
}

/** The input of `deliverWebhook`; everything else is in the delivery's row. */
export interface DeliverInput {
  deliveryId: string;
}

/** The input of `deliverMail`; everything else is in the mail's row. */
export interface MailInput {
  mailId: string;
  kind: string;
}

/** The input of `importGit`: the row of an upload without bytes has the request and the requesting user. */
export interface ImportGitInput {
  uploadId: string;
}

/** Numbers of tags by outcome. */
export interface ImportGitReport {
  published: number;
  /** A user has to decide. */
  held: number;
  /** Unfinished when the import stopped following them. */
  pending: number;
  /** Versions that existed before. */
  present: number;
  refused: number;
}

/** The input of `importAdvisories`: the upload is an archive of OSV records. */
export interface ImportAdvisoriesInput {
  ecosystem: string;
  uploadId: string;
}

export interface ImportCounts {
  /** The number of entries of the archive. */
  read: number;
  added: number;
  updated: number;
  /** The number of withdrawn advisories among the added and updated ones. */
  withdrawn: number;
  unchanged: number;
  /** Entries about other ecosystems, or without an advisory. */
  elsewhere: number;
  /** Entries that could not be read; the log names them. */
  refused: number;
}

/** The input of `rescanFindings`. The rest of its work follows from the stored rows and bytes. */
export interface RescanInput {
  releaseId: string;
}

/** The input of `rescanReleases`: its state when it continues in a new run. */
export interface RescanAllInput {
  /** The id of the last handled release. */
  after?: string | null;
  rescanned?: number;
}

/** The input of `matchAdvisories`. */
export interface MatchInput {
  ecosystem: string;
  /** The id of the last handled package, for a new run. */
  after?: string | null;
}

/** The input of `reindexSearch`; the other members are its state when it continues in a new run. */
export interface ReindexInput {
  /** The entries are up to date: only the copies in the search engine are rebuilt. */
  onlyCopy?: boolean;
  /** The id of the last handled package. */
  after?: string;
  done?: number;
  /** The index that is being filled. */
  index?: string;
  copied?: number;
  total?: number | null;
}

/** The progress of `reindexSearch`. */
export interface ReindexReport {
  /** Rebuilt entries. */
  projected: number;
  /** Entries in the new index. */
  copied: number;
  /** All entries; null before the first copy. */
  total: number | null;
  /** The index that is being filled; null before that phase. */
  index: string | null;
}

/** The input of `deleteOrganization`; the requesting user is in the database. */
export interface DeleteOrganizationInput {
  organizationId: string;
}

/** The progress of an import, finally its result. */
export interface ImportReport {
  counts: ImportCounts;
  /** The number of entries of the archive; null before the first batch. */
  total: number | null;
  /** Counts in this registry that an open advisory affects; null until they are known. */
  affected: { packages: number; releases: number } | null;
}

/** A decision on a held release, as stored. `recheck`: a finding was resolved, check the release again. */
export interface NotedDecision {
  id: string;
  kind: 'approve' | 'reject' | 'recheck';
  reason: string | null;
}

/** The input of `cleanOciBlobs`; the last three members are its state when it continues in a new run. */
export interface CollectionInput {
  /** Counts without removing. */
  dryRun?: boolean;
  /** Replaces the configured grace period. */
  graceSeconds?: number;
  /** The operator's request in the database, which permits a grace period below the configured one. */
  requestId?: string;
  phase?: number;
  after?: string | null;
  done?: CollectionReport;
}

export interface CollectionReport {
  /** Links between names and parts that have been idle for the grace period. */
  candidates: number;
  unlinked: number;
  /** Blobs whose bytes are gone. */
  removed: number;
  /** For a dry run: an upper bound of the bytes freed, as parts are shared. */
  bytesFreed: number;
  abandonedUploads: number;
}

/** The input of `analysePosition`. All limits are the effective ones, ceilings included. */
export interface PositionInput {
  /** Four to six fields. */
  fen: string;
  /** The moves from `fen` to the position, in coordinate notation: they count for repetitions. */
  moves: readonly string[];
  depth: number;
  movetimeMs: number;
  multiPv: number;
  threads: number;
  /** The search decides even when the book contains the position; the book's moves are reported as well. */
  judgesBook?: boolean;
}

/** The answer of a search, as plain data; scores are from the view of the side to move. */
export interface PositionAnalysis {
  /** In coordinate notation; null when the game is over there. */
  bestMove: string | null;
  score: number;
  /** In full moves, negative when the side to move is mated. */
  mateIn: number | null;
  staticEval: number;
  depth: number;
  seldepth: number;
  nodes: number;
  nps: number;
  timeMs: number;
  /** Per mille. */
  hashfull: number;
  source: 'search' | 'book' | 'tablebase';
  lines: { rank: number; score: number; mateIn: number | null; moves: string[] }[];
  /** The number of threads of the search. */
  threads: number;
  book?: BookAnswer;
  tablebase?: TablebaseAnswer;
}

/** Present when a book is configured; without moves when the book does not contain the position. */
export interface BookAnswer {
  totalWeight: number;
  /** Heaviest first. */
  moves: { move: string; weight: number }[];
}

/** Present when tablebases are configured. */
export interface TablebaseAnswer {
  isKnown: boolean;
  /** Win 2, cursed win 1, draw 0, blessed loss -1, loss -2. */
  wdl: number | null;
  /** Plies to the next capture or pawn move, signed like the result. */
  dtz: number | null;
}

/** The input of `reviewGame`; everything else is in the review's row. */
export interface ReviewInput {
  reviewId: string;
}

/** How a run of `reviewGame` ended. `gone`: another process ended or removed the review. */
export type ReviewEnding = 'completed' | 'gone';

/** The input of one search of a review: position n is the position after n half-moves. */
export interface ReviewPositionInput {
  reviewId: string;
  ply: number;
}

export const workflowNames = {
  analysePosition: 'analysePosition',
  reviewGame: 'reviewGame',
  publishRelease: 'publishRelease',
  holdRelease: 'holdRelease',
  publishFile: 'publishFile',
  projectPackage: 'projectPackage',
  cleanExpired: 'cleanExpired',
  cleanTokens: 'cleanTokens',
  reindexSearch: 'reindexSearch',
  cleanOciBlobs: 'cleanOciBlobs',
  reconcileReleases: 'reconcileReleases',
  renderDocuments: 'renderDocuments',
  importAdvisories: 'importAdvisories',
  matchAdvisories: 'matchAdvisories',
  rescanFindings: 'rescanFindings',
  rescanReleases: 'rescanReleases',
  importGit: 'importGit',
  deleteOrganization: 'deleteOrganization',
  deliverWebhook: 'deliverWebhook',
  deliverMail: 'deliverMail',
} as const;

export const settleUpdate = 'settle';
/** A decision about the release is recorded: its workflow reads it there. The signal has no content. */
export const decidedSignal = 'decided';
/** A visible release was hidden: its workflow checks it again before it ends. */
export const heldSignal = 'held';
export const changedSignal = 'changed';
export const progressQuery = 'progress';

export const ids = {
  /** The workflow id for a release, or for another file of it. */
  publish: (ecosystem: string, nameKey: string, versionKey: string, filename?: string) =>
    `publish:${ecosystem}:${nameKey}@${versionKey}${filename === undefined ? '' : `/${filename}`}`,
  webhook: (deliveryId: string) => `webhook:${deliveryId}`,
  mail: (mailId: string) => `mail:${mailId}`,
  importGit: (ecosystem: string, nameKey: string) => `import-git:${ecosystem}:${nameKey}`,
  importAdvisories: (ecosystem: string) => `import-advisories:${ecosystem}`,
  matchAdvisories: (ecosystem: string) => `match-advisories:${ecosystem}`,
  deleteOrganization: (organizationId: string) => `org-delete:${organizationId}`,
  rescan: (releaseId: string) => `rescan:${releaseId}`,
  analyse: (requestId: string) => `analyse:${requestId}`,
  review: (reviewId: string) => `review:${reviewId}`,
  project: (ecosystem: string, nameKey: string) => `search:${ecosystem}:${nameKey}`,
};

export const schedules = {
  cleanExpired: 'clean-expired',
  cleanOciBlobs: 'clean-oci-blobs',
  reconcileReleases: 'reconcile-releases',
  rescanReleases: 'rescan-findings',
} as const;
