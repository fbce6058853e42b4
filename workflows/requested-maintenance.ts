import { requested } from './activities.ts';

/** Removes expired tokens and sessions. */
export async function cleanTokens(): Promise<Record<string, number>> {
  return requested.cleanTokens();
}
