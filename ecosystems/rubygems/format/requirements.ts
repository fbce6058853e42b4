import { GemMetadata } from './metadata.ts';
import { requirementText } from './requirement.ts';

/** Requirements of the release, with the specification's names. */
export function requirements(metadata: unknown): Record<string, string> {
  const parsed = GemMetadata.safeParse(metadata);
  if (!parsed.success) return {};
  const { requiredRuby, requiredRubygems, platform } = parsed.data;
  return {
    ...(requiredRuby.length > 0 && { required_ruby_version: requirementText(requiredRuby, ', ') }),
    ...(requiredRubygems.length > 0 && {
      required_rubygems_version: requirementText(requiredRubygems, ', '),
    }),
    platform,
  };
}
