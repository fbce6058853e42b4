import { type Actor, anonymous, type Origin, type Performer, performer, type UserActor } from './actor.ts';
import type { Visibility } from './visibility.ts';

/** The actor, origin and mount of a request: the first argument of every operation, on every surface. */
export interface Caller<Who extends Actor = Actor> {
  readonly actor: Who;
  /** Slug of the repository whose own mount received the request; null on the shared mount and everywhere else. */
  readonly repository: string | null;
  /**
   * That repository, looked up once per request; null without one. Each use checks whether the actor may know of it.
   */
  readonly mount: MountedRepository | null;
  readonly origin: Origin;
  /** Rows shared by the reads of the request, each looked up once; absent if the request may change them. */
  readonly rows?: Map<string, Promise<unknown>>;
}

/** The facts of a repository for decisions on its own mount. */
export interface MountedRepository {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly visibility: Visibility;
  readonly ownerUserId: string | null;
  readonly ownerOrgId: string | null;
}

/** A caller with a user. */
export type KnownCaller = Caller<UserActor>;

/** A caller without a credential. */
export function anonymousFrom(origin: Origin): Caller {
  return { actor: anonymous, repository: null, mount: null, origin };
}

/** An operator with access to the database, through a command on the machine. */
export const operator: Caller = anonymousFrom({ ipAddress: null, userAgent: 'rookery admin' });

/** The caller of work without a request: schedules, repairs, steps of workflows. */
export const unattended: Caller = anonymousFrom({ ipAddress: null, userAgent: null });

/** For the audit log. */
export function performedBy({ actor, origin }: Caller): Performer {
  return performer(actor, origin);
}

/** The same request with another actor, the result of a check or an exchange of its credential. */
export function as<Who extends Actor>(caller: Caller, actor: Who): Caller<Who> {
  return { ...caller, actor };
}

/**
 * The result of `read`, called once per request if its reads share rows. `key` identifies one row and nothing else.
 */
export function sharedRow<Row>({ rows }: Caller, key: string, read: () => Promise<Row>): Promise<Row> {
  const known = rows?.get(key);
  // a key belongs to one kind of row
  if (known !== undefined) return known as Promise<Row>;
  const row = read();
  rows?.set(key, row);
  return row;
}
