import type { Caller } from '../../domain/caller.ts';

/** Turns a whole body into the values that a route needs. Pure, and found by its name in a thread. */
export interface BodyReader<Options, Result> {
  readonly name: string;
  /** For formats that take longer than JSON: the size up to which it runs in the main thread. */
  readonly inlineBytes?: number;
  /** Options and result are plain data: they cross into a thread and back. @throws DomainError */
  read(this: void, bytes: Buffer, options: Options): Result;
}

/** A reader of an ecosystem's list, with any options. */
export type AnyBodyReader = BodyReader<never, unknown>;

/** Whole bodies that are too large to be looked at in passing; counted for the person who sends them, or else the address. */
export interface Bodies {
  /**
   * Lets `work` keep bytes in memory until it ends, as many as it takes first. All requests share the room. One
   * person or address has a share of it, and so have all anonymous requests together.
   * @throws DomainError `overloaded` out of `take`
   */
  hold<T>(sender: Caller, work: (take: (bytes: number) => void) => Promise<T>): Promise<T>;
  /**
   * The same for a body that was read, while a longer step runs: in a room of its own, as other bodies should not wait
   * to be read meanwhile.
   * @throws DomainError `overloaded` before `work` starts
   */
  keep<T>(sender: Caller, bytes: number, work: () => Promise<T>): Promise<T>;
  /** In this thread for a small body, in another for a large one. @throws DomainError `overloaded`, and errors of the reader */
  read<Options, Result>(
    sender: Caller,
    reader: BodyReader<Options, Result>,
    bytes: Buffer,
    options: NoInfer<Options>,
  ): Promise<Result>;
}
