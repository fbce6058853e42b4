import { answerLimits } from '../../domain/limits/answers.ts';
import { may } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import {
  countDownloadsByVersion,
  type DayOfDownloads,
  listDownloads,
  sumAllDownloads,
} from '../../store/postgres/packages/download-days.ts';
import { getPublished, getPackage, type Named } from './find.ts';
import type { Platform } from '../platform.ts';

export type { DayOfDownloads };

const dayMs = 86_400_000;
const usualDays = 30;
const mostDays = answerLimits['download days'].count;

/** Days in UTC, `YYYY-MM-DD`, including the last one. */
export interface DownloadSpan {
  from?: string | undefined;
  until?: string | undefined;
}

/**
 * Downloads by day and version, newest day first; held versions only for managers of the package.
 * @throws DomainError `not_found`, `validation_failed`
 */
export async function countDownloads(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
  { from, until }: DownloadSpan,
): Promise<{ from: string; until: string; total: number; days: readonly DayOfDownloads[] }> {
  const { pkg } = await getPackage(platform, caller, named);
  const last = until ?? dayOf(new Date());
  const first = from ?? dayOf(new Date(Date.parse(last) - (usualDays - 1) * dayMs));
  const days = (Date.parse(last) - Date.parse(first)) / dayMs + 1;
  if (days < 1 || days > mostDays) {
    const message = `from is before to, by at most ${mostDays} days`;
    throw new DomainError('validation_failed', message, {
      errors: [{ path: 'from', code: 'invalid', message }],
    });
  }
  const includeUnreleased = may(caller.actor, 'oversee', pkg);
  const found = await listDownloads(platform.pool, pkg.id, { first, last, includeUnreleased });
  return { from: first, until: last, ...found };
}

/**
 * All downloads so far by version key, of releases that every reader of the package sees.
 * @throws DomainError `not_found`
 */
export async function countByVersion(
  platform: Pick<Platform, 'pool'>,
  caller: Caller,
  named: Named,
): Promise<ReadonlyMap<string, number>> {
  const pkg = await getPublished(platform, caller, named);
  return countDownloadsByVersion(platform.pool, pkg.id);
}

/** The downloads of all public packages of an ecosystem. */
export function sumDownloads({ pool }: Pick<Platform, 'pool'>, ecosystem: EcosystemId): Promise<number> {
  return sumAllDownloads(pool, ecosystem);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
