import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError, notFound } from '../../../domain/errors.ts';
import { answerLimits } from '../../../domain/limits/answers.ts';
import type { RouteContext } from '../../context/context.ts';
import type { StagedUpload } from '../../context/publishing.ts';
import { problem } from '../format/errors.ts';
import { receivePackage } from './push.ts';
import { logFailure } from '../../log-failure.ts';

const Page = z.object({
  page: z.coerce.number().int().min(1).max(answerLimits['page number'].count).default(1),
  pageSize: z.coerce.number().int().min(1).max(answerLimits.page.count).default(100),
});

export interface RequestedPage {
  page: number;
  pageSize: number;
  window: { offset: number; limit: number };
}

/** @throws DomainError `bad_request` */
export function readPage(request: FastifyRequest): RequestedPage {
  const query = Page.safeParse(request.query);
  if (!query.success) throw new DomainError('bad_request', 'page counts from 1, pageSize from 1 to 100');
  const { page, pageSize } = query.data;
  return { page, pageSize, window: { offset: (page - 1) * pageSize, limit: pageSize } };
}

/** Stages the file of a form; returns it with the requested group. */
export async function receiveStaged(
  context: RouteContext,
  request: FastifyRequest,
  name: 'package' | 'symbols',
): Promise<{ upload: StagedUpload; groupId: string | undefined }> {
  let groupId: string | undefined;
  const set = (_name: string, value: string) => {
    groupId = value.trim();
  };
  const upload = await receivePackage(context, request, { name, fields: { names: ['groupId'], set } });
  return { upload, groupId: groupId === '' ? undefined : groupId };
}

/** Sends errors in the envelope of the staging resource. */
export function sendStagingErrors(app: FastifyInstance, context: RouteContext): void {
  app.setErrorHandler((error, request, reply) => {
    const known = context.toDomainError(error, request);
    logFailure(request.log, { error, known }, 'nuget.request_failed');
    return sendProblem(reply, known);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(reply, context.toDomainError(notFound('resource'), request)),
  );
}

function sendProblem(reply: FastifyReply, error: DomainError): FastifyReply {
  const { status, headers } = problem(error);
  const message = error.code === 'internal' ? 'internal error' : error.detail;
  return reply
    .code(status)
    .headers(headers)
    .send({ error: { code: error.code, message } });
}
