import type { Files } from '../../ecosystems/context/files.ts';
import type { FileServices } from '../../services/files/in-ecosystem.ts';
import type { SendArtifact } from './send-artifact.ts';
import { isPublic } from '../../domain/access.ts';

/** Files of releases of one ecosystem, with methods that send them. */
export function createFileAnswers(files: FileServices, sendArtifact: SendArtifact): Files {
  return {
    digests: files.digests,
    count: files.count,

    async send(caller, reply, file) {
      const found = await files.get(caller, file);
      if (!file.isReported && reply.request.method === 'GET') files.countDownload(found.releaseId, file);
      if (file.showsDigests === true) {
        reply.headers({
          'x-checksum-md5': found.md5,
          'x-checksum-sha1': found.sha1,
          'x-checksum-sha512': found.sha512,
        });
      }
      const { contentType = found.contentType } = file;
      const sent = { ...found, contentType };
      return sendArtifact(reply, sent, isPublic(found), file);
    },

    async sendArtifact(reply, found, artifact) {
      if (reply.request.method === 'GET') files.countDownload(found.release.id, artifact);
      return sendArtifact(reply, artifact, isPublic(found.package));
    },
  };
}
