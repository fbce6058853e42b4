import { type ByteSource, sliceSource } from '../byte-source.ts';
import { PartStop } from '../parts/part-stop.ts';
import { type Member, memberOf } from './member.ts';

const magic = '!<arch>\n';
const headerBytes = 60;

export function isAr(head: Buffer): boolean {
  return head.toString('latin1', 0, magic.length) === magic;
}

/** The members of an ar archive: a static library or a Debian package. @throws PartStop */
export function* arMembers(bytes: ByteSource, folder: string): Generator<Member> {
  for (let at = magic.length; at < bytes.size;) {
    if (at + headerBytes > bytes.size) throw new PartStop('it is cut off', 'unreadable');
    const header = bytes.read(at, headerBytes).toString('latin1');
    const size = /^[0-9]{1,10} *$/.test(header.slice(48, 58)) ? Number(header.slice(48, 58)) : -1;
    if (!header.endsWith('`\n') || size < 0) throw new PartStop('it is damaged', 'unreadable');
    const start = at + headerBytes;
    if (start + size > bytes.size) throw new PartStop('it is cut off', 'unreadable');
    const name = header.slice(0, 16).trim().replace(/\/$/, '');
    yield memberOf(`${folder}${name}`, sliceSource(bytes, start, start + size));
    at = start + size + (size % 2);
  }
}
