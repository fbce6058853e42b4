import { isWellFormedToken } from '../../domain/token.ts';
import { planChanges } from './apply.ts';
import type { FileEdit } from '../../ecosystems/clients/client.ts';

/**
 * A valid token from the machine's entries for this registry; null without one. A token from an entry of another
 * registry is never sent.
 */
export async function keptToken(
  editsOf: (token: string) => readonly FileEdit[],
  works: (token: string) => Promise<boolean>,
): Promise<string | null> {
  // existing tokens are in the previous texts of the files that a new token would change
  const probe = await planChanges(editsOf('pub_'));
  const candidates = new Set(probe.flatMap(({ before }) => tokensIn(before)));
  for (const token of candidates) if ((await isOurs(editsOf, token)) && (await works(token))) return token;
  return null;
}

/** Whether the token is already in an entry of this registry: writing it again adds no copy. */
async function isOurs(editsOf: (token: string) => readonly FileEdit[], token: string): Promise<boolean> {
  const has = (text: string) => tokensIn(text).filter((each) => each === token).length;
  const changes = await planChanges(editsOf(token));
  return changes.every(({ before, after }) => has(before) === has(after));
}

/** Tokens in a text, as plain text or inside Docker's base64. */
function tokensIn(text: string): string[] {
  const decoded = [...text.matchAll(/"auth":\s*"([^"]+)"/g)].map(([, auth = '']) =>
    Buffer.from(auth, 'base64').toString(),
  );
  return [text, ...decoded].flatMap((each) => each.match(/pub_[0-9a-f]+/g) ?? []).filter(isWellFormedToken);
}
