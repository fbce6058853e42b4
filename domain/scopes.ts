import { z } from 'zod';

/**
 * The fifteen scopes. Those of administration work only for platform administrators; `findings:write` is for decisions
 * on findings and held releases, and no token has it unless a person asked for it.
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

/** Scopes a person can hold at most; tokens and sessions are cut to this at use time. */
export function grantableScopes(isAdmin: boolean): Scope[] {
  return Scope.options.filter((scope) => isAdmin || !adminScopes.includes(scope));
}
