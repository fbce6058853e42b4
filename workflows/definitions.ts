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

/** Type of the failure, and reason of the hold, of a release whose scan never succeeded. */
export const scanFailed = 'scan_failed';

/** Reason of the hold of a release whose index could not be rendered: all earlier reasons are over. */
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

/** The state that the steps of one publish hand to each other. */
export interface ReleaseRef {
  releaseId: string;
  packageId: string;
  uploadId: string;
  /** Also a release without findings waits for a person. */
  needsApproval?: boolean;
  /** Its files are uploaded separately: nothing is stored before it is committed. */
  isDraft?: boolean;
}

/** One run of a workflow. */
export interface RunRef {
  workflowId: string;
  runId: string;
}

/** The update every publishing request waits on. A request with other bytes is refused by its validator. */
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

/** The input of `holdRelease`: a release that was visible and is hidden now. */
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
  /** The upload whose bytes were used; those of other requests can be dropped. Null when the file existed before. */
  uploadId: string | null;
  packageId: string;
  status: 'published' | 'staged' | 'held' | 'rejected';
  /** Why it is held. */
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

/** The input of `importGit`: the row of an upload without bytes has the request, and its person. */
export interface ImportGitInput {
  uploadId: string;
}

/** Tags by their outcome. */
export interface ImportGitReport {
  published: number;
  /** A person has to decide. */
  held: number;
  /** Unfinished when the import stopped waiting. */
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
  /** Entries of the archive. */
  read: number;
  added: number;
  updated: number;
  /** How many of those added and updated were withdrawn. */
  withdrawn: number;
  unchanged: number;
  /** About other ecosystems, or no advisories. */
  elsewhere: number;
  /** That could not be read: the log names them. */
  refused: number;
}

/** The input of `rescanFindings`. Its work follows from the rows and the bytes alone. */
export interface RescanInput {
  releaseId: string;
}

/** The state of `rescanReleases` for a new run. */
export interface RescanAllInput {
  /** Release id. */
  after?: string | null;
  rescanned?: number;
}

/** The input of `matchAdvisories`. */
export interface MatchInput {
  ecosystem: string;
  /** Package id to go on after, in a new run. */
  after?: string | null;
}

/** The input of `reindexSearch`; the other members are its state for a new run. */
export interface ReindexInput {
  /** Entries are up to date: only their copies are rebuilt. */
  onlyCopy?: boolean;
  /** Package id. */
  after?: string;
  done?: number;
  /** The one that is filled. */
  index?: string;
  copied?: number;
  total?: number | null;
}

/** How far `reindexSearch` has come. */
export interface ReindexReport {
  /** Rebuilt entries. */
  projected: number;
  /** Entries in the new index. */
  copied: number;
  /** Entries there are; null before the first copy. */
  total: number | null;
  /** The one that is filled; null before that. */
  index: string | null;
}

/** The input of `deleteOrganization`; the person who asked for it is in the database. */
export interface DeleteOrganizationInput {
  organizationId: string;
}

/** The progress of an import, and in the end its counts. */
export interface ImportReport {
  counts: ImportCounts;
  /** Entries of the archive; null before the first batch. */
  total: number | null;
  /** Packages and versions here that an open advisory is about; null until it is known. */
  affected: { packages: number; releases: number } | null;
}

/** A decision on a held release, as its row has it. `recheck`: a finding was resolved, look again. */
export interface NotedDecision {
  id: string;
  kind: 'approve' | 'reject' | 'recheck';
  reason: string | null;
}

/** The input of `cleanOciBlobs`; the last three are for going on in a new run. */
export interface CollectionInput {
  /** Only counts. */
  dryRun?: boolean;
  /** Replaces the configured one. */
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
  /** Coordinates of moves played from there: they count for repetitions. */
  moves: readonly string[];
  depth: number;
  movetimeMs: number;
  multiPv: number;
  threads: number;
  /** The search decides; the book's moves are reported beside it. */
  judgesBook?: boolean;
}

/** A search's answer, plain data; scores are of the side to move. */
export interface PositionAnalysis {
  /** Coordinates; null when the game is over there. */
  bestMove: string | null;
  score: number;
  /** Full moves, negative when the side to move is mated. */
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
  /** Threads that were free for it. */
  threads: number;
  book?: BookAnswer;
  tablebase?: TablebaseAnswer;
}

/** Present when a book is configured; empty where it does not know the position. */
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

/** How a run of `reviewGame` ended. `gone`: the review was finished, or removed, by others. */
export type ReviewEnding = 'completed' | 'gone';

/** One search of a review: position n is the one after n half-moves. */
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
/** A decision about the release is on record: its workflow reads it there. The signal has no content. */
export const decidedSignal = 'decided';
/** A visible release was hidden: its workflow looks at it again before it ends. */
export const heldSignal = 'held';
export const changedSignal = 'changed';
export const progressQuery = 'progress';

export const ids = {
  /** The id for a release, or for another file of it. */
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
