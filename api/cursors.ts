import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { RotatingSecrets } from '../config/secrets.ts';
import type { Position } from '../domain/paging.ts';

/** The content of a cursor: the number of its page, and the last entry before that page. */
export interface Cursor {
  page: number;
  after: Position;
}

/** Cursors for clients: readable, but not forgeable. */
export interface Cursors {
  write(list: string, cursor: Cursor): string;
  /** Null for a text that {@link Cursors.write} never issued for this list. */
  read(list: string, text: string): Cursor | null;
}

const macBytes = 12;
const Content = z.tuple([z.int()], z.string());

/** Any process with the same secret reads the cursors of the others. */
export function createCursors(secrets: RotatingSecrets): Cursors {
  const keyOf = (secret: string) => createHmac('sha256', secret).update('cursors of lists').digest();
  const [first, ...others] = secrets;
  const current = keyOf(first);
  const keys = [current, ...others.map(keyOf)];
  const macOf = (list: string, content: Buffer, key: Buffer = current) =>
    createHmac('sha256', key).update(`${list}\n`).update(content).digest().subarray(0, macBytes);
  return {
    write(list, { page, after }) {
      const content = Buffer.from(JSON.stringify([page, ...after]));
      return Buffer.concat([macOf(list, content), content]).toString('base64url');
    },
    read(list, text) {
      const bytes = Buffer.from(text, 'base64url');
      const [mac, content] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)];
      const isOurs = (key: Buffer) => timingSafeEqual(mac, macOf(list, content, key));
      if (mac.length < macBytes || !keys.some(isOurs)) return null;
      const [page, ...after] = Content.parse(JSON.parse(content.toString()));
      return { page, after };
    },
  };
}
