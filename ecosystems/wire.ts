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
   * Whole paths, below `rootPrefixes` only, in a scope of their own: hooks, parsers and the error handler stay there.
   * A path below a prefix without a route reaches the error handler as `not_found`. Absent without such prefixes.
   */
  readonly rootRoutes?: (app: FastifyInstance, context: RouteContext) => Promise<void> | void;
}

/** All of an ecosystem; its wire is loaded when it is asked for. */
export interface Ecosystem extends Format {
  wire(): Promise<Wire>;
}
