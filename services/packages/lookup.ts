import type { Caller } from '../../domain/caller.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { namesOf, parsePurl } from '../../domain/purl.ts';
import type { ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { getPackage, getReleaseOf, type Subject } from './find.ts';
import type { Platform } from '../platform.ts';

export interface LookedUp extends Subject {
  /** Null when the package URL has no version. */
  release: ReleaseRow | null;
}

/** Finds the package or release of a package URL. @throws DomainError `validation_failed`, `not_found` */
export async function lookUpPurl(
  platform: Pick<Platform, 'pool' | 'ecosystems'>,
  caller: Caller,
  text: string,
): Promise<LookedUp> {
  const purl = parsePurl(text);
  const ecosystem = platform.ecosystems.all.find(({ purlType }) => purlType === purl.type);
  if (!ecosystem) throw notFound('package');
  for (const name of namesOf(purl)) {
    const subject = await orNull(() => getPackage(platform, caller, { ecosystem, name }));
    if (!subject) continue;
    const { version } = purl;
    return {
      ...subject,
      release: version === null ? null : await getReleaseOf(platform, caller, subject, version),
    };
  }
  throw notFound('package');
}

async function orNull<Found>(find: () => Promise<Found>): Promise<Found | null> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return null;
    throw error;
  }
}
