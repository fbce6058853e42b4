import type { Caller } from '../../domain/caller.ts';
import type { Window } from '../../domain/paging.ts';
import type { Permission, Role } from '../../domain/permissions.ts';

/** A team, with the slug of its organization. */
export interface NamedTeam {
  slug: string;
  team: string;
}

/** Organizations, for protocols whose clients manage members and teams. Packages are those of the ecosystem. */
export interface Organizations {
  /**
   * The slug of the organization with this name, else of the one that holds the ecosystem's namespace of this name.
   * @throws `not_found` also for a namespace that the caller may not know of
   */
  resolve(caller: Caller, name: string): Promise<string>;
  /** By name. @throws `unauthenticated`, `not_found` for those who may not see them */
  listMembers(
    caller: Caller,
    slug: string,
    window: Window,
  ): Promise<{ total: number; members: readonly { username: string; role: Role }[] }>;
  /** Adds a person, or changes a role. @throws `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden` also for an owner's role, `mfa_enrolment_required` */
  putMember(
    caller: Caller,
    slug: string,
    wanted: { username: string; role: Exclude<Role, 'owner'> },
  ): Promise<{ member: { username: string; role: Role } }>;
  /** @throws as {@link putMember} */
  removeMember(caller: Caller, slug: string, username: string): Promise<void>;
  /** Packages that listings show the caller, by name in byte order, at most `limit`. @throws `not_found` */
  listPackages(
    caller: Caller,
    slug: string,
    page: { limit: number },
  ): Promise<readonly { name: string; mayPublish: boolean }[]>;
  /** By slug. @throws `unauthenticated`, `not_found` */
  listTeams(caller: Caller, slug: string, window: Window): Promise<{ teams: readonly { slug: string }[] }>;
  /** @throws `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `validation_failed`, `slug_taken`, `policy_violation`, `mfa_enrolment_required` */
  createTeam(
    caller: Caller,
    slug: string,
    team: { slug: string; name: string; description: string | null },
  ): Promise<unknown>;
  /** @throws `unauthenticated`, `insufficient_scope`, `not_found`, `forbidden`, `mfa_enrolment_required` */
  removeTeam(caller: Caller, team: NamedTeam): Promise<void>;
  /** By name. @throws `unauthenticated`, `not_found` */
  listTeamMembers(caller: Caller, team: NamedTeam, window: Window): Promise<readonly { username: string }[]>;
  /** @throws as {@link removeTeam}, and `invalid_state` for a person who is no member of the organization */
  addTeamMember(caller: Caller, team: NamedTeam, username: string): Promise<unknown>;
  /** @throws as {@link removeTeam} */
  removeTeamMember(caller: Caller, team: NamedTeam, username: string): Promise<void>;
  /** Its rights on single packages, by name. @throws `unauthenticated`, `not_found` */
  listTeamAccess(
    caller: Caller,
    team: NamedTeam,
    window: Window,
  ): Promise<readonly { name: string; permissions: readonly Permission[] }[]>;
  /** Its rights on one package, in the place of others; none takes them away. @throws as {@link removeTeam}, `not_found` also for packages of others */
  setTeamAccess(
    caller: Caller,
    team: NamedTeam,
    name: string,
    permissions: readonly Permission[],
  ): Promise<void>;
}
