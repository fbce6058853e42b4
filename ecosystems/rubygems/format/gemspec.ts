import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { joinVersion, plainNumber } from './version.ts';
import { parseYaml } from './yaml.ts';
import { limits } from './limits.ts';

/** A clause of a requirement, e.g. `>=` and a number. */
export type Clause = readonly [operator: string, number: string];

export interface GemDependency {
  name: string;
  type: 'runtime' | 'development';
  clauses: readonly Clause[];
}

/** The specification of a gem in `metadata.gz`. */
export interface Gemspec {
  name: string;
  /** The version, with its platform if it has one. */
  version: string;
  number: string;
  platform: string;
  authors: readonly string[];
  emails: readonly string[];
  summary: string;
  description: string;
  homepage: string;
  licenses: readonly string[];
  requiredRuby: readonly Clause[];
  requiredRubygems: readonly Clause[];
  dependencies: readonly GemDependency[];
  /** Requirements that are not gems, in the author's words. */
  needs: readonly string[];
  /** Scripts that prepare a build; installers run these scripts. */
  extensions: readonly string[];
  /** Folders that are searched for code; clients treat the names as patterns. */
  requirePaths: readonly string[];
  metadata: Readonly<Record<string, string>>;
  /** `2026-03-01` */
  date: string;
  rubygemsVersion: string;
  /** PEM; the last certificate signed the gem. */
  certificates: readonly string[];
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const texts = z
  .union([z.string(), z.array(z.string().nullable()), z.null()])
  .optional()
  .transform((value) => [value ?? []].flat().filter((each) => each !== null && each !== ''))
  .pipe(z.array(z.string()));

const Version = z.object({ version: z.string() }).transform(({ version }) => plainNumber(version));
const Requirement = z.object({
  requirements: z.array(z.tuple([z.enum(['=', '!=', '>', '<', '>=', '<=', '~>']), Version])),
});

const Dependency = z.object({
  name: z.string(),
  type: z.enum([':runtime', ':development']).optional(),
  requirement: Requirement.nullish(),
  version_requirements: Requirement.nullish(),
});

const Written = z.object({
  name: z.string(),
  version: Version,
  platform: text,
  original_platform: text,
  authors: texts,
  author: text,
  email: texts,
  summary: text,
  description: text,
  homepage: text,
  licenses: texts,
  required_ruby_version: Requirement.nullish(),
  required_rubygems_version: Requirement.nullish(),
  dependencies: z.array(Dependency).nullish(),
  requirements: texts,
  extensions: texts,
  require_paths: texts,
  metadata: z.record(z.string(), z.string()).nullish().or(z.literal('')),
  date: text,
  rubygems_version: text,
  cert_chain: texts,
});

const numberShape = /^\d+(?:\.[0-9A-Za-z]+)*$/;
const dependencyShape = /^[A-Za-z0-9._-]{1,200}$/;

/** @throws DomainError `invalid_archive`, `invalid_version` */
export function parseGemspec(bytes: Uint8Array): Gemspec {
  const parsed = Written.safeParse(parseYaml(bytes, 'the specification'));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    const what =
      where === '' ? 'the specification of the gem is none' : `the specification has no usable ${where}`;
    throw new DomainError('invalid_archive', what.slice(0, 200), {}, parsed.error);
  }
  const written = parsed.data;
  const platform = written.original_platform || written.platform || 'ruby';
  return {
    name: written.name,
    version: joinVersion({ number: written.version, platform }),
    number: written.version,
    platform,
    authors: written.authors.length === 0 && written.author !== '' ? [written.author] : written.authors,
    emails: written.email,
    summary: written.summary,
    description: written.description,
    homepage: written.homepage,
    licenses: written.licenses,
    requiredRuby: clausesOf(written.required_ruby_version),
    requiredRubygems: clausesOf(written.required_rubygems_version),
    dependencies: (written.dependencies ?? []).map((each) => dependencyOf(each)),
    needs: written.requirements,
    extensions: written.extensions,
    requirePaths: written.require_paths,
    metadata: written.metadata === '' ? {} : (written.metadata ?? {}),
    date: /^\d{4}-\d{2}-\d{2}/.exec(written.date)?.[0] ?? '1980-01-02',
    rubygemsVersion: written.rubygems_version.slice(0, limits.part.characters),
    certificates: written.cert_chain,
  };
}

function dependencyOf({
  name,
  type,
  requirement,
  version_requirements,
}: z.infer<typeof Dependency>): GemDependency {
  if (!dependencyShape.test(name)) {
    throw new DomainError(
      'invalid_archive',
      `the gem depends on ${name.slice(0, 100)}, which is no name of a gem`,
    );
  }
  const clauses = clausesOf(requirement ?? version_requirements);
  return { name, type: type === ':development' ? 'development' : 'runtime', clauses };
}

/**
 * Clauses of a requirement. Versions may have no comma or bar: they are separators of the index.
 * @throws DomainError `invalid_archive`
 */
function clausesOf(requirement: z.infer<typeof Requirement> | null | undefined): Clause[] {
  for (const [, number] of requirement?.requirements ?? []) {
    if (number.length <= limits.part.characters && numberShape.test(number)) continue;
    throw new DomainError('invalid_archive', `${number.slice(0, 100)} is not a version that can be required`);
  }
  return requirement?.requirements ?? [];
}
