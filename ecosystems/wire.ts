import type { FastifyInstance } from 'fastify';
import type { AnyBodyReader } from './context/bodies.ts';
import type { RouteContext } from './context/context.ts';
import type { Format } from './format.ts';

/** The routes of a package protocol. Only processes that answer requests load it. */
export interface Wire {
  /** Readers of whole bodies; large bodies are read in a thread, which finds the reader by its name. */
  readonly readers: readonly AnyBodyReader[];
  /** Registered below `mount` and again below `mount/r/:repository`. */
  routes(app: FastifyInstance, context: RouteContext): Promise<void> | void;
  /**
   * Registers full paths below `rootPrefixes` in a separate scope: its hooks, parsers and error handler apply only
   * there. An unrouted path below a prefix reaches the error handler as `not_found`. Absent without `rootPrefixes`.
   */
  readonly rootRoutes?: (app: FastifyInstance, context: RouteContext) => Promise<void> | void;
}

/** A complete ecosystem; `wire()` loads the routes on demand. */
export interface Ecosystem extends Format {
  wire(): Promise<Wire>;
}
