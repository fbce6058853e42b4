import type { Actor } from '../../domain/actor.ts';
import { may } from '../../domain/authorize.ts';
import { notFound } from '../../domain/errors.ts';
import type { Files } from '../../ecosystems/context/files.ts';
import type { ServedFile } from '../../store/postgres/releases/artifacts.ts';
import type { BoundEcosystem } from './bound-ecosystem.ts';

/** Files of releases, bound to one ecosystem. */
export function bindFiles({ deps, ecosystem, assertMount }: BoundEcosystem): Files {
  return {
    async send(caller, reply, file) {
      const found = await deps.reads.file({ ecosystem: ecosystem.id, ...file }, caller.actor);
      await assertMount(caller, found?.repositorySlug);
      const isOther = file.sha256 !== undefined && file.sha256 !== found?.sha256;
      if (!found || isOther || isOver(found, file.yankedDays, caller.actor)) throw notFound('file');
      if (file.isDownload && reply.request.method === 'GET') deps.downloads.count(found.releaseId);
      if (file.showsDigests === true) {
        reply.headers({
          'x-checksum-md5': found.md5,
          'x-checksum-sha1': found.sha1,
          'x-checksum-sha512': found.sha512,
        });
      }
      const { contentType = found.contentType } = file;
      const sent = { ...found, contentType };
      return deps.sendArtifact(reply, sent, found.visibility === 'public', file);
    },

    async digests(caller, file) {
      const found = await deps.reads.file({ ecosystem: ecosystem.id, ...file }, caller.actor);
      await assertMount(caller, found?.repositorySlug);
      if (!found) throw notFound('file');
      const { sha256, sha512, sha1, md5 } = found;
      return { sha256, sha512, sha1, md5 };
    },

    async count(caller, file) {
      const found = await deps.reads.file({ ecosystem: ecosystem.id, ...file }, caller.actor);
      const isElsewhere = caller.repository !== null && caller.repository !== found?.repositorySlug;
      if (found && !isElsewhere) deps.downloads.count(found.releaseId);
    },

    async sendArtifact(reply, found, artifact, options) {
      if (options?.isDownload !== false && reply.request.method === 'GET')
        deps.downloads.count(found.release.id);
      return deps.sendArtifact(reply, artifact, found.package.visibility === 'public');
    },
  };
}

const dayMs = 86_400_000;

/** Whether the time is over in which everybody may read the file of a yanked release. */
function isOver(file: ServedFile, days: number | undefined, actor: Actor): boolean {
  if (days === undefined || file.yankedAt === null) return false;
  return file.yankedAt.getTime() + days * dayMs < Date.now() && !may(actor, 'see_unreleased', file);
}
