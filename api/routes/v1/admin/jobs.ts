import { z } from 'zod';
import { JobState } from '../../../../services/jobs/list.ts';
import type { Routes } from '../../routes.ts';
import { openPage, pageFields, paging } from '../../paging.ts';
import { Job, presentJob } from './present-job.ts';
import type { Services } from '../../../../services/index.ts';

const Kind = z.enum([
  'publish_release',
  'hold_release',
  'attach_file',
  'scan_artifact',
  'index_package',
  'render_documents',
  'reconcile_releases',
  'import_advisories',
  'match_advisories',
  'import_git',
  'review_game',
  'cleanup_expired',
  'cleanup_expired_tokens',
  'cleanup_oci_blobs',
  'reindex_search',
  'rescan_findings',
  'delete_organization',
  'deliver_webhook',
  'deliver_mail',
  'export',
  'game_review',
]);

/** Alternative names of the same kinds of jobs. */
const aliases: Partial<Record<z.infer<typeof Kind>, z.infer<typeof Kind>>> = { game_review: 'review_game' };

const Query = z.object({
  state: JobState.optional(),
  kind: Kind.optional(),
  retrying: z
    .stringbool()
    .optional()
    .describe('true: only jobs that do not get on, as a step is tried again or a process is missing'),
  ...paging(50),
});

const Page = z.object({
  ...pageFields,
  total: z.int(),
  filters: z.object({
    state: JobState.nullable(),
    kind: Kind.nullable(),
    retrying: z.boolean(),
  }),
  summary: z.object({
    by_status: z.record(z.string(), z.int()),
    by_kind: z.record(z.string(), z.int()),
    oldest_pending_age_minutes: z.int().nullable(),
    stale_jobs_count: z.int(),
    retrying_jobs_count: z.int(),
  }),
  jobs: z.array(Job),
});

export function registerListJobs(app: Routes, services: Services): void {
  app.get(
    '/v1/admin/jobs',
    {
      schema: {
        operationId: 'listJobs',
        tags: ['platform'],
        summary: 'Background work with links to its workflows; for platform administrators',
        security: [{ bearer: [] }],
        querystring: Query,
        response: { 200: Page },
      },
    },
    async (request, reply) => {
      const { state, kind, retrying = false } = request.query;
      const filter = { state, kind: kind && (aliases[kind] ?? kind), isRetrying: retrying };
      const page = openPage(request);
      const { summary, jobs } = await services.jobs.list(request.actor, filter, page.window);
      const { shown, fields } = page.close(reply, jobs);
      return {
        ...fields,
        total: summary.total,
        filters: { state: state ?? null, kind: kind ?? null, retrying },
        summary: {
          by_status: summary.byStatus,
          by_kind: summary.byKind,
          oldest_pending_age_minutes: summary.oldestPendingAgeMinutes,
          stale_jobs_count: summary.staleCount,
          retrying_jobs_count: summary.retryingCount,
        },
        jobs: shown.map((job) => presentJob(job, services.config.temporal)),
      };
    },
  );
}
