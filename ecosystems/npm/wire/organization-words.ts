import type { Permission, Role } from '../../../domain/permissions.ts';

/** The client's words, and what they are here. An organization here has one owner, who is made by a transfer alone. */
export const givenRoles = { admin: 'admin', developer: 'publisher' } as const satisfies Record<string, Role>;

/** A role that the client has no word for is shown by its own name: `npm org ls` prints any text. */
export function shownRole(role: Role): string {
  return role === givenRoles.developer ? 'developer' : role;
}

export const accessPermissions = {
  'read-only': ['read_private'],
  'read-write': ['publish', 'write_metadata'],
} as const satisfies Record<string, readonly Permission[]>;

export type AccessWord = keyof typeof accessPermissions;

const publishing: ReadonlySet<Permission> = new Set<Permission>(['admin', 'publish']);

/** Each permission includes reading; to publish is to write. */
export function accessWord(permissions: readonly Permission[]): AccessWord {
  return permissions.some((permission) => publishing.has(permission)) ? 'read-write' : 'read-only';
}
