import type { Permission, Role } from '../../../domain/permissions.ts';

/** Roles by the client's word. `owner` is missing: an organization has one owner, and only a transfer changes it. */
export const givenRoles = { admin: 'admin', developer: 'publisher' } as const satisfies Record<string, Role>;

/** The client's word for a role, else the role's own name: `npm org ls` prints any text. */
export function shownRole(role: Role): string {
  return role === givenRoles.developer ? 'developer' : role;
}

export const accessPermissions = {
  'read-only': ['read_private'],
  'read-write': ['publish', 'write_metadata'],
} as const satisfies Record<string, readonly Permission[]>;

export type AccessWord = keyof typeof accessPermissions;

const publishing: ReadonlySet<Permission> = new Set<Permission>(['admin', 'publish']);

/** Every permission includes reading; `publish` and `admin` include writing. */
export function accessWord(permissions: readonly Permission[]): AccessWord {
  return permissions.some((permission) => publishing.has(permission)) ? 'read-write' : 'read-only';
}
