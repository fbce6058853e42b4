import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server that knows only TXT records. */
export interface NameServer {
  /** `host:port`. */
  address: string;
  /** Texts by name; changes apply immediately. */
  records: Map<string, string[]>;
  /** Requested names. */
  asked: string[];
  /** Stops answering. */
  silence(): void;
  stop(): Promise<void>;
}

const header = 12;
const typeText = 16;
const classInternet = 1;
/** Flags of an answer with and without records (RFC 1035 4.1.1). */
const answered = 0x8580;
const noSuchName = 3;

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const records = new Map<string, string[]>();
  const asked: string[] = [];
  let isSilent = false;
  socket.on('message', (query, { address, port }) => {
    const { name, end } = readName(query);
    asked.push(name);
    if (!isSilent) socket.send(answerOf(query.subarray(0, end), records.get(name)), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    asked,
    silence: () => void (isSilent = true),
    stop: () => new Promise((resolve) => socket.close(resolve)),
  };
}

/** `end`: the offset after the question with its type and class. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = header;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function answerOf(query: Buffer, texts: readonly string[] | undefined): Buffer {
  const head = Buffer.from(query);
  head.writeUInt16BE(texts === undefined ? answered | noSuchName : answered, 2);
  head.writeUInt16BE(texts?.length ?? 0, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...(texts ?? []).map(recordOf)]);
}

function recordOf(text: string): Buffer {
  const pieces = (text.match(/.{1,255}/gs) ?? ['']).map((piece) =>
    Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)]),
  );
  const data = Buffer.concat(pieces);
  const record = Buffer.alloc(header);
  // a pointer to the name in the question
  record.writeUInt16BE(0xc0_00 | header, 0);
  record.writeUInt16BE(typeText, 2);
  record.writeUInt16BE(classInternet, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}
