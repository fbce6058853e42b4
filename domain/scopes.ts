import { z } from 'zod';

/** The fourteen scopes; the last two work only for platform administrators. */
export const Scope = z.enum([
  'profile:write',
  'tokens:read',
  'tokens:write',
  'orgs:write',
  'orgs:join',
  'orgs:transfer',
  'namespaces:write',
  'namespaces:transfer',
  'repositories:write',
  'repositories:transfer',
  'packages:write',
  'packages:transfer',
  'audit:read',
  'admin:write',
]);
export type Scope = z.infer<typeof Scope>;

const adminScopes: readonly Scope[] = ['audit:read', 'admin:write'];

/** Scopes a person can hold at most; tokens and sessions are cut to this at use time. */
export function grantableScopes(isAdmin: boolean): Scope[] {
  return Scope.options.filter((scope) => isAdmin || !adminScopes.includes(scope));
}
