import type { AuditAction } from '../../../domain/audit.ts';
import { queues, workflowNames } from '../../../workflows/definitions.ts';
import { query } from '../../support/database.ts';
import { openWorkflows } from '../../support/workflows.ts';
import { eventually } from '../../support/eventually.ts';
import { uniqueName } from '../../support/crates.ts';
import { codeOf, password } from './world.ts';
import { crateOf, orgPath, alice, bob, admin, stageNew, type Step } from './cast.ts';

export const administration = {
  admin_job_retry: {
    by: 'admin',
    hasToken: true,
    async do(cast) {
      const { databaseUrl, temporal } = cast.world.platform;
      await using client = openWorkflows(temporal);
      const workflowId = 'logged-job';
      await client.workflow.execute(workflowNames.cleanExpired, {
        workflowId,
        taskQueue: queues.publish,
        args: [],
      });
      const [job] = await query<{ id: string }>(
        databaseUrl,
        `update jobs set status = 'failed' where workflow_id = $1 returning id`,
        [workflowId],
      );
      await admin(cast, 'POST', `/v1/admin/jobs/${job?.id}/retry`);
    },
  },
  admin_job_cancel: {
    by: 'admin',
    hasToken: true,
    async do(cast) {
      await stageNew(cast, 'cancelled');
      const job = await eventually(async () => {
        const [found] = await query<{ id: string }>(
          cast.world.platform.databaseUrl,
          `select id from jobs where workflow_id = 'publish:cargo:' || $1 || '@1.0.0' and status = 'waiting'`,
          [crateOf(cast, 'cancelled').replaceAll('-', '_')],
        );
        if (!found) throw new Error('no job waits yet');
        return found;
      });
      await admin(cast, 'POST', `/v1/admin/jobs/${job.id}/cancel`);
    },
  },
  admin_jobs_recover_stale: {
    by: 'admin',
    hasToken: true,
    do: (cast) => admin(cast, 'POST', '/v1/admin/jobs/recover-stale'),
  },
  user_deactivate: {
    by: 'admin',
    hasToken: true,
    async do(cast) {
      const other = await cast.world.register();
      cast.kept['other'] = other.id;
      await admin(cast, 'PATCH', `/v1/admin/users/${other.id}`, { is_active: false });
    },
  },
  user_activate: {
    by: 'admin',
    hasToken: true,
    do: (cast) => admin(cast, 'PATCH', `/v1/admin/users/${cast.kept['other']}`, { is_active: true }),
  },
  password_change: {
    by: 'bob',
    do: (cast) =>
      bob(cast, 'POST', '/v1/auth/password', { current_password: password, new_password: `${password} 2` }),
  },
  mfa_enable: {
    by: 'bob',
    async do(cast) {
      const setup = (await bob(cast, 'POST', '/v1/auth/mfa/setup')) as { recovery_codes: string[] };
      cast.kept['secret'] = String((setup as { secret?: unknown }).secret);
      cast.kept['recovery'] = setup.recovery_codes.join(' ');
      await bob(cast, 'POST', '/v1/auth/mfa/verify-setup', { code: codeOf(cast.kept['secret'], -1) });
    },
  },
  mfa_recovery_use: {
    by: 'bob',
    async do(cast) {
      const pending = await cast.world.logIn(cast.bob, `${password} 2`);
      const [code] = String(cast.kept['recovery']).split(' ');
      const body = { mfa_token: pending['mfa_token'], code };
      cast.bob.session = String((await cast.world.ask('POST', '/v1/auth/mfa/challenge', { body }))['token']);
    },
  },
  mfa_recovery_regenerate: {
    by: 'bob',
    do: (cast) => bob(cast, 'POST', '/v1/auth/mfa/recovery-codes', { code: codeOf(cast.kept['secret']) }),
  },
  mfa_disable: {
    by: 'bob',
    do: (cast) => bob(cast, 'POST', '/v1/auth/mfa/disable', { code: codeOf(cast.kept['secret'], 1) }),
  },
  org_ownership_transfer: {
    by: 'alice',
    isOfOrganization: true,
    do: (cast) => alice(cast, 'POST', `${orgPath(cast)}/ownership-transfer`, { username: cast.bob.username }),
  },
  org_delete: {
    by: 'alice',
    async do(cast) {
      const slug = uniqueName('gone');
      await alice(cast, 'POST', '/v1/orgs', { name: slug, slug });
      await alice(cast, 'DELETE', `/v1/orgs/${slug}`);
    },
  },
  password_reset: {
    by: 'alice',
    async do(cast) {
      const { email } = cast.alice;
      const { world } = cast;
      const confirmation = await world.mailedToken(email, 'Confirm');
      await world.ask('POST', '/v1/auth/email-verification/confirm', { body: { token: confirmation } });
      await world.ask('POST', '/v1/auth/password-reset', { body: { email } });
      const token = await world.mailedToken(email, 'password');
      await world.ask('POST', '/v1/auth/password-reset/confirm', {
        body: { token, new_password: `${password} 3` },
      });
    },
  },
} satisfies Partial<Record<AuditAction, Step>>;
