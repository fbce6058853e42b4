import type { Scope } from '../../../domain/scopes.ts';

/** The rights of a key by the clients' names; true for rights that write. */
const rights = {
  index_rubygems: false,
  show_dashboard: false,
  push_rubygem: true,
  yank_rubygem: true,
  add_owner: true,
  remove_owner: true,
  access_webhooks: true,
} as const satisfies Record<string, boolean>;
export type Right = keyof typeof rights;

const isRight = (name: string): name is Right => Object.hasOwn(rights, name);

export function scopesOf(held: readonly string[]): Scope[] {
  return held.some((each) => isRight(each) && rights[each]) ? ['packages:write'] : [];
}

/** The rights in a form; unknown rights are ignored. */
export function readRights(fields: URLSearchParams): { grant: Right[]; withdraw: Right[] } {
  const named = [...fields.keys()].filter(isRight);
  const isGranted = (each: Right) => fields.get(each) === 'true';
  return { grant: named.filter(isGranted), withdraw: named.filter((each) => !isGranted(each)) };
}
