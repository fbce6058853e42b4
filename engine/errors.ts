/**
 * `busy`: every thread is taken. `failed`: a thread died or trapped; the search is lost, the pool goes on.
 * `illegal_move`: the move list does not fit the position. `closed`: the pool is shut down.
 */
export type EngineErrorCode = 'busy' | 'failed' | 'illegal_move' | 'closed';

export class EngineError extends Error {
  override name = 'EngineError';
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
