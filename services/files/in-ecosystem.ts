import { hostedPackage } from '../../domain/package-address.ts';
import type { Actor } from '../../domain/actor.ts';
import { may } from '../../domain/authorize.ts';
import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { Files } from '../../ecosystems/context/files.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { ServedFile } from '../../store/postgres/releases/artifacts.ts';
import { assertMount } from '../packages/mount.ts';
import type { Platform } from '../platform.ts';

interface FileKey {
  nameKey: string;
  versionKey: string;
  filename: string;
}

/** A requested file, with its expected digest, and the number of days for which a yanked file is served. */
export interface WantedFile extends FileKey {
  sha256?: string;
  yankedDays?: number;
}

/** Files of releases for the protocol of one ecosystem. */
export interface FileServices extends Pick<Files, 'digests' | 'count'> {
  /** @throws DomainError `unauthenticated`, `not_found` */
  get(caller: Caller, file: WantedFile): Promise<ServedFile>;
  /** Counts one download of the release, unless the file is not a package file. */
  countDownload(releaseId: string, file: { filename: string }): void;
}

export function createFiles(
  platform: Pick<Platform, 'pool' | 'reads' | 'downloads'>,
  ecosystem: Format,
): FileServices {
  const { reads, downloads } = platform;
  const keyOf = ({ nameKey, ...file }: FileKey) => ({ ...hostedPackage(ecosystem.id, nameKey), ...file });

  async function get(caller: Caller, { yankedDays, sha256, ...file }: WantedFile): Promise<ServedFile> {
    const found = await reads.file(keyOf(file), caller.actor);
    await assertMount(platform, caller, found?.repositorySlug);
    const isOther = sha256 !== undefined && sha256 !== found?.sha256;
    if (!found || isOther || isOver(found, yankedDays, caller.actor)) throw notFound('file');
    return found;
  }

  return {
    get,
    async digests(caller, file) {
      const { sha256, sha512, sha1, md5 } = await get(caller, file);
      return { sha256, sha512, sha1, md5 };
    },
    async count(caller, file) {
      const found = await reads.file(keyOf(file), caller.actor);
      const isElsewhere = caller.repository !== null && caller.repository !== found?.repositorySlug;
      if (found && !isElsewhere) downloads.count(found.releaseId);
    },
    countDownload(releaseId, { filename }) {
      if (ecosystem.isDownload(filename)) downloads.count(releaseId);
    },
  };
}

const dayMs = 86_400_000;

/** Whether the file was yanked so long ago that ordinary readers no longer get it. */
function isOver(file: ServedFile, days: number | undefined, actor: Actor): boolean {
  if (days === undefined || file.yankedAt === null) return false;
  return file.yankedAt.getTime() + days * dayMs < Date.now() && !may(actor, 'see_unreleased', file);
}
