import { connect } from 'node:net';
import { patienceMs } from './wire.ts';

export interface RawAnswer {
  /** Status of every answer on the connection, in order. */
  statuses: number[];
  text: string;
}

/**
 * Writes bytes to the server's socket as they are, ends its own side, and reads until the server has closed
 * its own. @throws Error when that takes too long: a server that waits for more than can come hangs
 */
export async function converse(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the connection stays open: ${String(bytes).slice(0, 200)}`));
    }, patienceMs);
    const finish = () => {
      clearTimeout(timer);
      const text = Buffer.concat(chunks).toString('latin1');
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map((match) => Number(match[1]));
      socket.destroy();
      resolve({ statuses, text });
    };
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', finish);
    // a reset is an answer too: the server has refused to go on
    socket.on('error', finish);
    socket.end(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}
