import { type Actor, anonymous, type Origin, type Performer, performer, type UserActor } from './actor.ts';
import type { Visibility } from './visibility.ts';

/** The actor, origin and mount of a request: the first argument of every operation, on every surface. */
export interface Caller<Who extends Actor = Actor> {
  readonly actor: Who;
  /** Slug of the repository whose own mount was used; null on the shared one and everywhere else. */
  readonly repository: string | null;
  /** That repository, looked up once per request; null where there is none. Whether the actor may know it is asked with each use. */
  readonly mount: MountedRepository | null;
  readonly origin: Origin;
  /** Rows that its reads share, each looked up once; absent where the request may change them. */
  readonly rows?: Map<string, Promise<unknown>>;
}

/** A repository as its own mount is judged by it. */
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

/** An operator with access to the database, by a command at the machine. */
export const operator: Caller = anonymousFrom({ ipAddress: null, userAgent: 'rookery admin' });

/** The caller of work without a request: schedules, repairs, steps of workflows. */
export const unattended: Caller = anonymousFrom({ ipAddress: null, userAgent: null });

/** For the audit log. */
export function performedBy({ actor, origin }: Caller): Performer {
  return performer(actor, origin);
}

/** The same request, with the actor that its credential was checked or exchanged for. */
export function as<Who extends Actor>(caller: Caller, actor: Who): Caller<Who> {
  return { ...caller, actor };
}

/** What `read` finds, once per request where its reads share rows. `key` names the row, and nothing else does. */
export function sharedRow<Row>({ rows }: Caller, key: string, read: () => Promise<Row>): Promise<Row> {
  const known = rows?.get(key);
  // a key belongs to one kind of row
  if (known !== undefined) return known as Promise<Row>;
  const row = read();
  rows?.set(key, row);
  return row;
}
