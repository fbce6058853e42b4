import type { FastifyInstance, FastifyReply } from 'fastify';
import type { RouteContext } from '../../context/context.ts';
import type { StagedUpload } from '../../context/publishing.ts';
import { limits } from '../format/limits.ts';
import { addFile, type Outcome } from './add-file.ts';
import { addressOf, type FileRoute, type Place, placeToWrite } from './address.ts';
import { identifyPublisher } from './caller.ts';
import { addToDraft, commitUrl, idleSecondsOf, isForDraft, refuseIdleSeconds } from './draft.ts';
import { declaredBy, receiveFile, sendJson } from './receive-file.ts';

const codes: Record<Outcome['status'], number> = { published: 201, present: 200, held: 202, pending: 202 };

/** One file per `PUT`: the first file creates the version, or its draft; others join it. */
export function registerPublishRoute(app: FastifyInstance, context: RouteContext): void {
  app.put<FileRoute>('/:name/:version/*', { config: { body: limits.file } }, async (request, reply) => {
    const { caller, mount } = await identifyPublisher(context, request);
    const place = placeToWrite(request.params);
    const draft = isForDraft(request) ? { idleSeconds: idleSecondsOf(request) } : undefined;
    if (!draft) refuseIdleSeconds(request);
    const declared = declaredBy(request, place);
    const upload = await receiveFile(context, request);
    const sent = { caller, declared, upload };
    if (draft) {
      const isNew = await addToDraft(context, sent, draft.idleSeconds);
      return sendDraftReceipt(reply, { place, upload, isNew, url: commitUrl(mount.url, place) });
    }
    const outcome = await addFile(context, sent);
    return sendReceipt(reply, { place, upload, outcome, url: `${mount.url}/${addressOf(place)}` });
  });
}

interface Receipt {
  place: Place;
  upload: StagedUpload;
  outcome: Outcome;
  url: string;
}

function sendReceipt(reply: FastifyReply, { place, upload, outcome, url }: Receipt): FastifyReply {
  const { status, statusUrl, reason } = outcome;
  if (status === 'published') reply.header('location', url);
  return sendJson(reply, codes[status], {
    status,
    ...factsOf(place, upload),
    url,
    ...(statusUrl === undefined ? {} : { status_url: statusUrl }),
    ...(reason === undefined ? {} : { reason }),
  });
}

interface DraftReceipt extends Omit<Receipt, 'outcome'> {
  isNew: boolean;
}

function sendDraftReceipt(reply: FastifyReply, { place, upload, isNew, url }: DraftReceipt): FastifyReply {
  return sendJson(reply, isNew ? 201 : 200, { status: 'draft', ...factsOf(place, upload), commit_url: url });
}

function factsOf(place: Place, { sizeBytes, sha256 }: StagedUpload) {
  return { ...place, size: sizeBytes, sha256 };
}
