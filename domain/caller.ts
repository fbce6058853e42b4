import { type Actor, anonymous, type Origin, type Performer, performer, type UserActor } from './actor.ts';

/** Who asks, from where, and through which mount: what every operation starts from, whatever surface it came by. */
export interface Caller<Who extends Actor = Actor> {
  readonly actor: Who;
  /** Slug of the repository whose own mount was used; null on the shared one and everywhere else. */
  readonly repository: string | null;
  readonly origin: Origin;
}

/** Somebody who has shown who they are. */
export type KnownCaller = Caller<UserActor>;

/** Nobody known. */
export function anonymousFrom(origin: Origin): Caller {
  return { actor: anonymous, repository: null, origin };
}

/** Whoever may write to the database, by a command at the machine. */
export const operator: Caller = anonymousFrom({ ipAddress: null, userAgent: 'rookery admin' });

/** Nobody: schedules, repairs, steps of workflows. */
export const unattended: Caller = anonymousFrom({ ipAddress: null, userAgent: null });

/** For the audit log. */
export function performedBy({ actor, origin }: Caller): Performer {
  return performer(actor, origin);
}

/** The same request, once its actor was checked, or became somebody else. */
export function as<Who extends Actor>(caller: Caller, actor: Who): Caller<Who> {
  return { ...caller, actor };
}
