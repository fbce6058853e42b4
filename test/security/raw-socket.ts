import { connect } from 'node:net';
import { patienceMs } from './raw-request.ts';

export interface RawAnswer {
  /** Status of every answer on the connection, in order. */
  statuses: number[];
  text: string;
}

/**
 * Writes the bytes unchanged, then ends its side of the connection (on request after `awaited` answers), and reads
 * until the server has closed the other side.
 * @throws Error after a timeout: the server waits for bytes that cannot come
 */
export async function converse(url: string, bytes: string | Buffer, awaited = 0): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const timer = setTimeout(() => {
      socket.destroy();
      const told = Buffer.concat(chunks).toString('latin1').slice(0, 300);
      reject(new Error(`the connection stays open: ${String(bytes).slice(0, 200)} -> ${told}`));
    }, patienceMs);
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(read(chunks));
    };
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (read(chunks).statuses.length === awaited) socket.end();
    });
    socket.on('end', finish);
    // a reset also counts as an end: the server has closed the connection
    socket.on('error', finish);
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    if (awaited === 0) socket.end();
  });
}

function read(chunks: readonly Buffer[]): RawAnswer {
  const text = Buffer.concat(chunks).toString('latin1');
  return { text, statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1])) };
}
