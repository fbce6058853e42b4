import { DomainError, type ErrorCode } from './errors.ts';

/** Why rendering of the index documents or the search entry of a package failed. */
export type RenderProblem = 'too_large' | 'took_too_long' | 'out_of_memory' | 'broken';

const facts: Record<RenderProblem, { code: ErrorCode; because: string }> = {
  too_large: { code: 'too_large', because: 'it would be larger than this registry renders' },
  took_too_long: { code: 'overloaded', because: 'it took too long' },
  out_of_memory: { code: 'overloaded', because: 'it needs more memory than there is' },
  broken: { code: 'internal', because: 'rendering failed' },
};

/**
 * A failure to render the contents of a package. The fault is in the package or in this registry, never in another
 * package: a caller retries a few times at most and continues with other work.
 */
export class RenderFailure extends DomainError {
  readonly problem: RenderProblem;

  constructor(problem: RenderProblem, cause?: unknown) {
    const { code, because } = facts[problem];
    super(code, `the index of this package can't be rendered: ${because}`, {}, cause);
    this.name = 'RenderFailure';
    this.problem = problem;
  }

  /** For operators, with the message of the renderer. */
  get report(): string {
    const { cause } = this;
    return cause instanceof Error ? `${this.message} (${cause.message})` : this.message;
  }
}
