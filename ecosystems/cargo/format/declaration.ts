import { z } from 'zod';
import { DomainError } from '../../../domain/errors.ts';
import { isStorable } from '../../../domain/storable-text.ts';
import { parseBoundedJson } from '../../../domain/json-shape.ts';
import type { Declared } from '../../format.ts';
import { FeatureMap, DependencyKind, type IndexDependency } from './metadata.ts';
import { canonicalName } from './name.ts';
import { canonicalVersion } from './version.ts';
import { limits } from './limits.ts';

/** In a declaration `name` is the real crate; in the index `name` is the alias. */
const DeclaredDependency = z.object({
  name: z.string().min(1).max(limits['dependency name'].characters),
  version_req: z.string(),
  features: z.array(z.string()).nullish(),
  optional: z.boolean().nullish(),
  default_features: z.boolean().nullish(),
  target: z.string().nullish(),
  kind: DependencyKind.nullish(),
  registry: z.string().nullish(),
  explicit_name_in_toml: z.string().nullish(),
  artifact: z.array(z.string()).nullish(),
  bindep_target: z.string().nullish(),
  lib: z.boolean().nullish(),
});
type DeclaredDependency = z.infer<typeof DeclaredDependency>;

/** The part of a publish request that must agree with the archive. Absent members are not compared. */
export const Declaration = z.object({
  deps: z.array(DeclaredDependency).nullish(),
  features: FeatureMap.nullish(),
  links: z.string().nullish(),
  rust_version: z.string().nullish(),
});
export type Declaration = z.infer<typeof Declaration>;

const PublishRequest = Declaration.extend({
  name: z.string(),
  vers: z.string(),
  description: z.string().nullish(),
  keywords: z.array(z.string()).nullish(),
  categories: z.array(z.string()).nullish(),
});

const metadataName = { what: 'the metadata of the crate', code: 'malformed_json' } as const;

/** The client's declaration, without the README and other texts that the archive also has. */
export interface ReadRequest {
  declared: Declared;
  warnings: string[];
}

/** @throws DomainError `malformed_json`, `validation_failed`, `invalid_name`, `name_reserved`, `invalid_version` */
export function readPublishRequest(json: Buffer): ReadRequest {
  const request = PublishRequest.safeParse(parseBoundedJson(json, limits.metadata, metadataName));
  if (!request.success) throw unreadable(request.error);
  if (!isStorable(request.data)) {
    throw new DomainError(
      'validation_failed',
      'the metadata of the crate has characters that no text can hold',
    );
  }
  const { name, vers, deps, features, links, rust_version } = request.data;
  canonicalName(name);
  canonicalVersion(vers);
  return {
    declared: { name, version: vers, metadata: { deps, features, links, rust_version } },
    warnings: warningsFor(request.data),
  };
}

function unreadable(error: z.ZodError): DomainError {
  const problem = error.issues[0];
  const where = problem === undefined ? 'metadata' : problem.path.join('.');
  return new DomainError('validation_failed', `the metadata of the crate is not valid at ${where}`);
}

function warningsFor(request: z.infer<typeof PublishRequest>): string[] {
  const warnings: string[] = [];
  if ((request.description?.length ?? 0) > 1000)
    warnings.push('the description is longer than 1000 characters');
  if ((request.keywords?.length ?? 0) > 5) warnings.push('a crate should have at most 5 keywords');
  if (request.keywords?.some((keyword) => keyword.length > 20) === true) {
    warnings.push('a keyword should have at most 20 characters');
  }
  if ((request.categories?.length ?? 0) > 5) warnings.push('a crate should have at most 5 categories');
  return warnings;
}

/** The declared dependency in the form of the index. */
export function toIndexForm(dependency: DeclaredDependency): IndexDependency {
  const alias = dependency.explicit_name_in_toml ?? dependency.name;
  return {
    name: alias,
    req: dependency.version_req,
    features: dependency.features ?? [],
    optional: dependency.optional ?? false,
    default_features: dependency.default_features ?? true,
    target: dependency.target ?? null,
    kind: dependency.kind ?? 'normal',
    registry: dependency.registry ?? null,
    package: alias === dependency.name ? null : dependency.name,
    ...bindependency(dependency),
  };
}

function bindependency(dependency: DeclaredDependency) {
  const { artifact, bindep_target: target, lib } = dependency;
  if (artifact === null || artifact === undefined) return {};
  return { artifact, bindep_target: target ?? null, lib: lib ?? false };
}
