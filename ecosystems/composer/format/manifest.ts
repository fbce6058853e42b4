import { z } from 'zod';
import { DomainError, type ErrorCode } from '../../../domain/errors.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import { isStorable } from '../../../domain/storable-text.ts';
import { isConstraint } from './constraint.ts';
import { limits } from './limits.ts';
import { isPackageName } from './name.ts';

/** PHP writes an empty map as a list. */
const mapOf = <Value extends z.ZodType>(value: Value) =>
  z
    .union([z.record(z.string(), value), z.array(z.never()).max(0)])
    .transform((given): Record<string, z.output<Value>> => (Array.isArray(given) ? {} : given));

const list = <Value extends z.ZodType>(value: Value) =>
  z.union([z.array(value), value]).transform((given) => [given].flat() as z.output<Value>[]);

const inside = z
  .string()
  .refine((path) => !/^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path), 'leads out of the package');

/** Names of dependencies: packages, PHP, and its extensions. */
const target = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/;
const links = mapOf(z.string()).transform((given, context) => {
  for (const [name, constraint] of Object.entries(given)) {
    if (!target.test(name) || (name.includes('/') && !isPackageName(name)))
      context.addIssue(`${name.slice(0, 100)} is no name of a package`);
    if (!isConstraint(constraint))
      context.addIssue(`${constraint.slice(0, 100)} is no constraint that Composer knows`);
  }
  return Object.fromEntries(Object.entries(given).map(([name, each]) => [name.toLowerCase(), each]));
});

const Author = z.looseObject({
  name: z.string().optional(),
  email: z.string().optional(),
  homepage: z.string().optional(),
  role: z.string().optional(),
});

const members = {
  description: z.string(),
  keywords: z.array(z.string()),
  homepage: z.string(),
  license: list(z.string()),
  authors: z.array(Author),
  type: z.string().regex(/^[a-z0-9-]{1,100}$/),
  require: links,
  'require-dev': links,
  conflict: links,
  replace: links,
  provide: links,
  suggest: mapOf(z.string()),
  autoload: mapOf(z.unknown()),
  'autoload-dev': mapOf(z.unknown()),
  bin: list(inside),
  extra: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
  support: mapOf(z.string()),
  funding: z.array(z.looseObject({})),
  scripts: mapOf(z.unknown()),
  abandoned: z.union([z.boolean(), z.string()]),
  'default-branch': z.boolean(),
  'include-path': z.array(inside),
  'target-dir': inside,
  'php-ext': mapOf(z.unknown()),
} satisfies Record<string, z.ZodType>;

/** The members of `composer.json` that documents repeat; only the package itself uses the others. */
const Served = z.object(members).partial();
export type Served = z.infer<typeof Served>;

const Identity = z.object({ name: z.string(), version: z.string().optional() });

export interface Manifest {
  name: string;
  version: string | undefined;
  served: Served;
}

/** @throws DomainError with `code` */
export function parseManifest(
  bytes: Uint8Array,
  code: ErrorCode = 'invalid_archive',
  what = 'composer.json',
): Manifest {
  let json: unknown;
  try {
    json = parseBoundedJson(bytes, limits.manifest, { what, code });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'too_large') throw error;
    throw new DomainError(code, `${what} has too much in it`, {}, error);
  }
  if (!isStorable(json)) throw new DomainError(code, `${what} has texts that can not be stored`);
  const known = withoutNulls(json);
  const identity = Identity.safeParse(known);
  const served = Served.safeParse(known);
  const issue = identity.error?.issues[0] ?? served.error?.issues[0];
  if (identity.success && served.success)
    return { name: identity.data.name, version: identity.data.version, served: served.data };
  const where = issue?.path.map(String).join('.').slice(0, 100) || 'name';
  throw new DomainError(code, `${what} has no usable ${where}: ${issue?.message ?? ''}`.slice(0, 300));
}

/** Removes members that are null: null counts as absent. */
function withoutNulls(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
  return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
}
