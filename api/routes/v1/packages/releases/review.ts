import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { FindingKind, Severity } from '../../../../../domain/findings.ts';
import { type Review, type ReviewFinding } from '../../../../../services/releases/review.ts';
import { callerOf } from '../../../../callers.ts';
import { openPage, pageFields, paging } from '../../../paging.ts';
import type { Routes } from '../../../routes.ts';
import { Time, time } from '../../../fields.ts';
import { readNamed, ReleaseParams, releasePath } from '../params.ts';
import { tagOf } from './approved-files.ts';
import { leadsToPage } from './leads-to-page.ts';
import { LostAuthority } from './present.ts';
import type { Services } from '../../../../../services/index.ts';

const Finding = z.object({
  id: z.string().nullable().describe('null while its file waits with the release'),
  kind: FindingKind,
  severity: Severity,
  title: z.string(),
  description: z.string(),
  path: z.string().nullable().describe('Inside the file'),
  line: z.int().nullable(),
});

export const Reviewed = z.object({
  id: z.string().nullable().describe('Of a file that waits on its own; null: the release'),
  status: z.enum(['held', 'published', 'rejected']),
  status_reason: z.string().nullable(),
  files: z.array(
    z.object({
      filename: z.string(),
      kind: z.string(),
      size_bytes: z.int(),
      sha256: z.string(),
      brought_by: z.string().nullable(),
      came_at: Time,
      findings: z.array(Finding),
    }),
  ),
  other_findings: z.array(Finding).describe('Of none of these files, e.g. of the name'),
  files_digest: z.string().describe('Names exactly these files: an approval has to send it'),
  approvals: z
    .object({ approved_by: z.array(z.string()), may_be_second: z.boolean() })
    .nullable()
    .describe('Where a policy asks for two people: who has approved beside those who brought the files'),
  lost_authority: LostAuthority,
});

const described = { headers: ['ETag'] } as const;

export const HeldFileParams = ReleaseParams.extend({ file: z.string().describe('Id of a held file') });
export const heldFilePath = `${releasePath}/held-files/:file`;

export function registerReviewRelease(app: Routes, services: Services): void {
  app.get(
    `${releasePath}/review`,
    {
      config: { described },
      schema: {
        operationId: 'reviewRelease',
        tags: ['releases'],
        summary:
          'What a decision about a held release would be about: its files, what waits with it, and the findings',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        response: { 200: Reviewed },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      return send(reply, await services.releases.review(caller, readNamed(services, request.params)));
    },
  );
}

export function registerListHeldFiles(app: Routes, services: Services): void {
  app.get(
    `${releasePath}/held-files`,
    {
      schema: {
        operationId: 'listHeldFiles',
        tags: ['releases'],
        summary: 'Files that were sent to a visible release and wait for a decision, each on its own',
        security: [{ bearer: [] }],
        params: ReleaseParams,
        querystring: z.object(paging(50)),
        response: { 200: z.object({ ...pageFields, held_files: z.array(Reviewed) }) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      const named = readNamed(services, request.params);
      const page = openPage(request);
      const held = await services.releases.listFileReviews(caller, named, page.window);
      const { shown, fields } = page.close(reply, held);
      return { ...fields, held_files: shown.map(presentReview) };
    },
  );
}

export function registerReviewFile(app: Routes, services: Services): void {
  app.get(
    heldFilePath,
    {
      config: { described },
      preHandler: leadsToPage,
      schema: {
        operationId: 'reviewHeldFile',
        tags: ['releases'],
        summary:
          'One of them with its findings, or what was decided about it. Browsers are led to the page for people',
        security: [{ bearer: [] }],
        params: HeldFileParams,
        response: { 200: Reviewed },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request, request.actor);
      return send(reply, await services.releases.reviewFile(caller, readHeldFile(services, request.params)));
    },
  );
}

/** The held file at the address. */
export function readHeldFile(services: Services, { file: id, ...params }: z.infer<typeof HeldFileParams>) {
  return { ...readNamed(services, params), id };
}

/** The tag covers only the files: a new finding is shown, but does not invalidate the tag. */
function send(reply: FastifyReply, review: Review): z.infer<typeof Reviewed> {
  reply.headers({ etag: tagOf(review), 'cache-control': 'private, no-cache' });
  return presentReview(review);
}

export function presentReview(review: Review): z.infer<typeof Reviewed> {
  return {
    id: review.id,
    status: review.status,
    status_reason: review.reason,
    files: review.files.map((file) => ({
      filename: file.filename,
      kind: file.kind,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      brought_by: file.broughtBy,
      came_at: time(file.cameAt),
      findings: file.findings.map(presentFinding),
    })),
    other_findings: review.otherFindings.map(presentFinding),
    files_digest: review.filesDigest,
    approvals: review.approvals && {
      approved_by: [...review.approvals.approvedBy],
      may_be_second: review.approvals.mayBeSecond,
    },
    lost_authority: [...review.lostAuthority],
  };
}

function presentFinding(finding: ReviewFinding): z.infer<typeof Finding> {
  const { id, kind, severity, title, description, path, line } = finding;
  return { id, kind, severity, title, description, path, line };
}
