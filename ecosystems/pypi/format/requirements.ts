import { PypiMetadata } from './metadata.ts';

/** Requirements of the release, with the core metadata's names. */
export function requirements(metadata: unknown): Record<string, string> {
  const parsed = PypiMetadata.safeParse(metadata);
  if (!parsed.success || parsed.data.requiresPython === '') return {};
  return { 'Requires-Python': parsed.data.requiresPython };
}
