/**
 * `busy`: every thread is taken. `failed`: a thread died or trapped; its search is lost, the pool continues.
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
