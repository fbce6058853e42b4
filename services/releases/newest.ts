import { answerLimits } from '../../domain/limits/answers.ts';
import { anonymous } from '../../domain/actor.ts';
import { as, type Caller } from '../../domain/caller.ts';
import {
  listNewestOf,
  listNewestReleases,
  type NewRelease,
} from '../../store/postgres/releases/newest-releases.ts';
import { getPublished, type Named } from '../packages/find.ts';
import type { Platform } from '../platform.ts';

export type { NewRelease };

const mostListed = answerLimits['feed entries'].count;

/** Public releases, newest first, for feed readers. */
export function listNewest({ pool }: Pick<Platform, 'pool'>): Promise<readonly NewRelease[]> {
  return listNewestReleases(pool, mostListed);
}

/** Releases of one package, newest first, with the content for all readers. @throws DomainError `not_found` */
export async function listNewestOfPackage(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
): Promise<{ ecosystem: string; name: string; releases: readonly NewRelease[] }> {
  const { id, ecosystem, name } = await getPublished(platform, as(caller, anonymous), named);
  return { ecosystem, name, releases: await listNewestOf(platform.pool, id, mostListed) };
}
