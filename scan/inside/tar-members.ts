import { createLenientTar } from '../parts/lenient-tar.ts';
import { partLimits } from '../parts/limits.ts';
import { PartStop } from '../parts/part-stop.ts';
import { collectMember, type Member } from './member.ts';
import type { Walk } from './walk.ts';

/**
 * The files of a tar, each as soon as it is complete. Notes entries that clients read differently. @throws PartStop
 */
export async function* tarMembers(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  folder: string,
  walk: Walk,
): AsyncGenerator<Member> {
  const ready: Member[] = [];
  const tar = createLenientTar(
    partLimits,
    (entry) => {
      walk.budget.spendEntry();
      if (!entry.isFile) return undefined;
      const member = collectMember(`${folder}${entry.path}`, walk.keepBytes);
      return { write: (chunk) => member.write(chunk), end: () => ready.push(member.end()) };
    },
    (why) => walk.note(why),
  );
  let stop: unknown;
  try {
    for await (const chunk of chunks) {
      tar.push(chunk);
      yield* ready.splice(0);
    }
  } catch (error) {
    stop = error;
  }
  yield* ready.splice(0);
  if (stop !== undefined) throw stop;
  if (!tar.isWhole()) throw new PartStop('it is cut off', 'unreadable');
}
