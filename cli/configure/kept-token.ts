import { isWellFormedToken } from '../../domain/token.ts';
import { planChanges } from './apply.ts';
import type { FileEdit } from '../../ecosystems/clients/client.ts';

/**
 * A token that a machine has in the entries of this registry and that still works; null without one. Tokens in entries
 * of other registries are sent nowhere.
 */
export async function keptToken(
  editsOf: (token: string) => readonly FileEdit[],
  works: (token: string) => Promise<boolean>,
): Promise<string | null> {
  // the current token of the files, by the changes that another one would make
  const probe = await planChanges(editsOf('pub_'));
  const candidates = new Set(probe.flatMap(({ before }) => tokensIn(before)));
  for (const token of candidates) if ((await isOurs(editsOf, token)) && (await works(token))) return token;
  return null;
}

/** Writing it again puts it into no other place: it is in an entry of this registry already. */
async function isOurs(editsOf: (token: string) => readonly FileEdit[], token: string): Promise<boolean> {
  const has = (text: string) => tokensIn(text).filter((each) => each === token).length;
  const changes = await planChanges(editsOf(token));
  return changes.every(({ before, after }) => has(before) === has(after));
}

/** Tokens in a text, plain or inside the base64 of Docker. */
function tokensIn(text: string): string[] {
  const decoded = [...text.matchAll(/"auth":\s*"([^"]+)"/g)].map(([, auth = '']) =>
    Buffer.from(auth, 'base64').toString(),
  );
  return [text, ...decoded].flatMap((each) => each.match(/pub_[0-9a-f]+/g) ?? []).filter(isWellFormedToken);
}
