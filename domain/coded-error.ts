import { boundedFacts, errorText } from './error-text.ts';

/** The meaning of an error code on the wire, and whether the same request may succeed later. */
export interface ErrorFacts {
  readonly status: number;
  readonly title: string;
  readonly retry: boolean;
}

/** One problem of one field of a request. */
export interface FieldProblem {
  path: string;
  code: string;
  message: string;
}

/** Members of problem details (RFC 9457) beside the sentence. */
export interface ProblemMeta {
  errors?: FieldProblem[];
  /** The missing scope of the credential. */
  scope?: string;
  retryAfterSeconds?: number;
  /** Maximum age of the requested log-in (RFC 9470). */
  maxAgeSeconds?: number;
  /** The title in another language than English (RFC 9457, section 3.1.4). */
  title?: string;
  /** Accepted values. */
  alternatives?: readonly string[];
  /** Numbers in the sentence, for programs: e.g. the number of active items and the maximum. */
  details?: Readonly<Record<string, string | number>>;
}

/** An expected error with a code from a closed list. Each service has one list and one subclass. */
export abstract class CodedError<
  Code extends string = string,
  Meta extends ProblemMeta = ProblemMeta,
> extends Error {
  readonly code: Code;
  readonly meta: Meta;

  /**
   * `detail` is shown to the client: a full sentence without secrets, paths or SQL. `detail` and `meta` may quote
   * outside text of any length: both are cut here, before a stack contains them.
   */
  constructor(code: Code, detail: string, meta: Meta, cause?: unknown) {
    super(errorText(detail), cause === undefined ? undefined : { cause });
    this.code = code;
    this.meta = boundedFacts(meta);
  }

  protected abstract get facts(): ErrorFacts;

  get detail(): string {
    return this.message;
  }

  get status(): number {
    return this.facts.status;
  }

  /** In English. */
  get title(): string {
    return this.facts.title;
  }

  get isPermanent(): boolean {
    return !this.facts.retry;
  }
}
