import type { ByteSource } from '../byte-source.ts';
import { startOf } from '../parts/peek-start.ts';
import { BLOCK } from '../tar-header.ts';
import { arMembers } from './ar-members.ts';
import { isTar, type OpenedContainer } from './container.ts';
import { collectMember, type Member } from './member.ts';
import { tarMembers } from './tar-members.ts';
import type { Walk } from './walk.ts';
import { zipMembers } from './zip-members.ts';

interface Opened {
  path: string;
  bytes: ByteSource;
  walk: Walk;
}

/** The files of a container in sequence. @throws PartStop, DomainError */
export function membersOf(
  container: OpenedContainer,
  { path, bytes, walk }: Opened,
): AsyncIterable<Member> | Iterable<Member> {
  const folder = path === '' ? '' : `${path}/`;
  if (container === 'zip') return zipMembers(bytes, folder, walk);
  if (container === 'ar') return arMembers(bytes, folder);
  if (container === 'tar') return tarMembers(piecesOf(bytes), folder, walk);
  return packedMembers(path, bytes, walk);
}

/** The files of a packed tar, or the one packed file, which has no name inside. */
async function* packedMembers(path: string, bytes: ByteSource, walk: Walk): AsyncGenerator<Member> {
  const content = startOf(walk.unpacked(bytes), BLOCK);
  if (isTar(await content.start())) {
    yield* tarMembers(content.all(), path === '' ? '' : `${path}/`, walk);
    return;
  }
  const member = collectMember(path, walk.keepBytes);
  for await (const chunk of content.all()) member.write(chunk);
  yield member.end();
}

const pieceBytes = 256 * 1024;

function* piecesOf(bytes: ByteSource): Generator<Buffer> {
  for (let at = 0; at < bytes.size; at += pieceBytes)
    yield bytes.read(at, Math.min(pieceBytes, bytes.size - at));
}
