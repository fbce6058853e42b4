import type { Client, estypes } from '@elastic/elasticsearch';
import type { SearchEntry } from '../../postgres/search/search-changes.ts';
import { documentOf } from './document.ts';

/** An entry to store, or the version of its removal. */
type Message = { packageId: string; version: number; entry: SearchEntry | null };

/** The maximum size of one request in bytes. */
const pieceBytes = 8 * 1024 * 1024;

/**
 * Sends entries to an alias, each with its version: the engine keeps the highest version, so late and repeated
 * messages have no effect. Returns the packages whose entry the engine refuses; their entries are removed.
 */
export async function writeEntries(
  client: Client,
  alias: string,
  messages: readonly Message[],
  refresh: estypes.Refresh = false,
): Promise<string[]> {
  const refused: Message[] = [];
  for (const piece of inPieces(messages.map(operationOf))) {
    const { items } = await client.bulk({
      index: alias,
      require_alias: true,
      refresh,
      operations: piece.flatMap(({ lines }) => lines),
    });
    for (const [place, item] of items.entries()) {
      const message = piece[place]?.message;
      const { status, error } = item.index ?? item.delete ?? { status: 500, error: null };
      // conflict: the engine has a later version; no error: the removed entry did not exist
      if (status === 409 || (status < 500 && !error)) continue;
      if (status !== 400 || message?.entry === null || !message) {
        throw new Error(`the search did not take an entry: ${error?.reason ?? status}`);
      }
      refused.push({ ...message, entry: null });
    }
  }
  if (refused.length > 0) await writeEntries(client, alias, refused, refresh);
  return refused.map(({ packageId }) => packageId);
}

interface Operation {
  message: Message;
  lines: object[];
  bytes: number;
}

function operationOf(message: Message): Operation {
  const { packageId, entry } = message;
  const versioned = (version: number) => ({ _id: packageId, version, version_type: 'external' as const });
  if (!entry) return { message, lines: [{ delete: versioned(message.version) }], bytes: 100 };
  const document = documentOf(entry);
  const lines = [{ index: versioned(entry.version) }, document];
  return { message, lines, bytes: Buffer.byteLength(JSON.stringify(document)) };
}

function* inPieces(operations: readonly Operation[]): Generator<Operation[]> {
  let piece: Operation[] = [];
  let bytes = 0;
  for (const operation of operations) {
    if (piece.length > 0 && bytes + operation.bytes > pieceBytes) {
      yield piece;
      [piece, bytes] = [[], 0];
    }
    piece.push(operation);
    bytes += operation.bytes;
  }
  if (piece.length > 0) yield piece;
}
