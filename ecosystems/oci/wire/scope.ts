import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { headLimits } from '../../../domain/limits.ts';
import { limits } from '../format/limits.ts';

export const Action = z.enum(['pull', 'push', 'delete', '*']);
export type Action = z.infer<typeof Action>;

/** The rights of a token on one repository, or on the catalog. */
export const Access = z.object({ type: z.string(), name: z.string(), actions: z.array(Action) });
export type Access = z.infer<typeof Access>;

/** Maximum number of scopes: more repositories than a push mounts from. */
const maxScopes = limits.token.values;
const maxLength = headLimits.scope.characters;

/**
 * Reads scopes, e.g. `repository:acme/api:pull,push`, separated by spaces or in several parameters; ignores unknown
 * actions. @throws DomainError `bad_request` for too many scopes
 */
export function parseScopes(parameters: readonly string[]): Access[] {
  const scopes = parameters.flatMap((parameter) => parameter.split(' ')).filter((scope) => scope !== '');
  if (scopes.length > maxScopes) throw new DomainError('bad_request', `at most ${maxScopes} scopes at once`);
  // no name is longer; tokens must not contain arbitrary text
  return scopes.filter(({ length }) => length <= maxLength).flatMap((scope) => parseScope(scope) ?? []);
}

function parseScope(scope: string): Access | undefined {
  const first = scope.indexOf(':');
  const last = scope.lastIndexOf(':');
  if (first <= 0 || first === last) return undefined;
  // a class in brackets, as in `repository(plugin)`, is ignored
  const [type = ''] = scope.slice(0, first).split('(', 1);
  const actions = scope
    .slice(last + 1)
    .split(',')
    .flatMap((action) => Action.safeParse(action).data ?? []);
  return { type, name: scope.slice(first + 1, last), actions: [...new Set(actions)] };
}

export const catalogAccess: Access = { type: 'registry', name: 'catalog', actions: ['*'] };

/** Whether the list contains all of these actions. */
export function allows(list: readonly Access[], { type, name, actions }: Access): boolean {
  const given = list
    .filter((each) => each.type === type && each.name === name)
    .flatMap((each) => each.actions);
  return given.includes('*') || actions.every((action) => given.includes(action));
}

/** A scope in the form of challenges and token requests. */
export function formatScope({ type, name, actions }: Access): string {
  return `${type}:${name}:${actions.join(',')}`;
}
