import { z } from 'zod';

/**
 * The fifteen scopes. Administration scopes work only for platform administrators; `findings:write` is for decisions
 * on findings and held releases, and a token has it only if a person requested it.
 */
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
  'findings:write',
]);
export type Scope = z.infer<typeof Scope>;

const adminScopes: readonly Scope[] = ['audit:read', 'admin:write'];

/** The scopes a person may hold; tokens and sessions are limited to these at each use. */
export function grantableScopes(isAdmin: boolean): Scope[] {
  return Scope.options.filter((scope) => isAdmin || !adminScopes.includes(scope));
}
