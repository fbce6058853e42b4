import { PypiMetadata } from './metadata.ts';

/** In the words of the core metadata. */
export function requirements(metadata: unknown): Record<string, string> {
  const parsed = PypiMetadata.safeParse(metadata);
  if (!parsed.success || parsed.data.requiresPython === '') return {};
  return { 'Requires-Python': parsed.data.requiresPython };
}
