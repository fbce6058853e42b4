import { NpmMetadata } from './metadata.ts';
import { enginesOf } from './normalise.ts';

/** Engines by name, and the platforms; values of other forms are omitted. */
export function requirements(metadata: unknown): Record<string, string> {
  const parsed = NpmMetadata.safeParse(metadata);
  if (!parsed.success) return {};
  const { manifest } = parsed.data;
  const engines = enginesOf(manifest['engines']);
  const named = typeof engines === 'object' && engines !== null ? Object.entries(engines) : [];
  const platforms = ['os', 'cpu'].map((member) => [member, listOf(manifest[member])] as const);
  return Object.fromEntries([...named, ...platforms].filter(isStated));
}

const listOf = (given: unknown) => (Array.isArray(given) ? given.filter(isText).join(', ') : given);

const isText = (value: unknown) => typeof value === 'string';

const isStated = (entry: readonly [string, unknown]): entry is readonly [string, string] =>
  typeof entry[1] === 'string' && entry[1] !== '';
