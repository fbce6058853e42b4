import type { Caller } from '../../domain/caller.ts';

/** Turns a whole body into the values that a route needs. Pure; a thread finds the reader by its name. */
export interface BodyReader<Options, Result> {
  readonly name: string;
  /** For formats slower than JSON: the largest body that is read in the main thread. */
  readonly inlineBytes?: number;
  /** Options and result are plain data: they are copied between threads. @throws DomainError */
  read(this: void, bytes: Buffer, options: Options): Result;
}

/** A reader of an ecosystem's list, with any options. */
export type AnyBodyReader = BodyReader<never, unknown>;

/** Whole bodies that need much memory or time; counted for the person who sends them, or else for the address. */
export interface Bodies {
  /**
   * Lets `work` keep bytes in memory until it ends; `work` must reserve the bytes by `take` first. All requests share
   * one budget. One person or address has a share of the budget, and all anonymous requests together have one.
   * @throws DomainError `overloaded` from `take`
   */
  hold<T>(sender: Caller, work: (take: (bytes: number) => void) => Promise<T>): Promise<T>;
  /**
   * As {@link hold} for a body that was read, while a longer step runs. The budget is separate, so that other bodies
   * can be read meanwhile.
   * @throws DomainError `overloaded` before `work` starts
   */
  keep<T>(sender: Caller, bytes: number, work: () => Promise<T>): Promise<T>;
  /**
   * Reads a small body in this thread, a large one in another.
   * @throws DomainError `overloaded`, errors of the reader
   */
  read<Options, Result>(
    sender: Caller,
    reader: BodyReader<Options, Result>,
    bytes: Buffer,
    options: NoInfer<Options>,
  ): Promise<Result>;
}
