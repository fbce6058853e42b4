import { validate as isUuid } from 'uuid';
import { may } from '../../domain/authorize.ts';
import { requireBinding, requireScope, requireUser } from '../../domain/actor.ts';
import { as, performedBy } from '../../domain/caller.ts';
import { DomainError, forbidden, notFound } from '../../domain/errors.ts';
import { isBlocking } from '../../domain/findings.ts';
import type { StagedReleases } from '../../ecosystems/context/context.ts';
import { listOpenFindings } from '../../store/postgres/findings/findings.ts';
import { findPackageById } from '../../store/postgres/packages/packages.ts';
import type { Pool } from '../../store/postgres/pool.ts';
import { findReleaseById, type ReleaseRow } from '../../store/postgres/releases/releases.ts';
import { countStagedReleases, listStagedReleases } from '../../store/postgres/releases/staged-releases.ts';
import { findUpload } from '../../store/postgres/releases/uploads.ts';
import { heldRelease } from '../../services/releases/decisions/held-release.ts';
import { settleDecision } from '../../services/releases/decisions/outcome.ts';
import type { EcosystemScope } from './scope.ts';
import { createStagedSubjects, presentStaged, seenBy } from './staged-subjects.ts';

const approvalWithinMs = 20_000;

/** Releases that nobody has seen yet, bound to one ecosystem: only their people know of them. */
export function createStaged(scope: EcosystemScope): StagedReleases {
  const { deps, ecosystem } = scope;
  const { pool, decisions } = deps;

  const subjects = createStagedSubjects(pool, ecosystem, scope.assertMount);

  return {
    async list(caller, window) {
      const user = requireUser(caller.actor);
      await scope.assertMount(caller);
      const filter = seenBy(ecosystem, as(caller, user));
      const total = await countStagedReleases(pool, filter);
      return { total, items: await listStagedReleases(pool, filter, window) };
    },

    async get(caller, name, version) {
      const { pkg, release } = await subjects.see(caller, name, version);
      return presentStaged(pkg, release, await findUpload(pool, release.uploadId));
    },

    async getById(caller, id) {
      requireUser(caller.actor);
      await scope.assertMount(caller);
      const release = isUuid(id) ? await findReleaseById(pool, id) : null;
      const pkg = release && (await findPackageById(pool, release.packageId));
      if (!release || pkg?.ecosystem !== ecosystem.id) throw notFound('version');
      // under its name, as if it had been asked for by that
      const subject = await subjects.see(caller, pkg.name, release.version);
      return presentStaged(subject.pkg, subject.release, await findUpload(pool, release.uploadId));
    },

    async approve(caller, name, version) {
      requireScope(caller.actor, 'packages:write');
      const { pkg, release, user } = await subjects.see(caller, name, version);
      requireBinding(user, { packageId: pkg.id, repositoryId: pkg.repositoryId });
      if (!may(user, 'triage', pkg)) throw forbidden(`you may not approve versions of ${pkg.name}`);
      assertDecidable(release);
      await assertOnlyApprovalMissing(pool, release);
      const performer = performedBy(caller);
      const approval = { kind: 'approve', reason: null, performer } as const;
      const { outcome } = await settleDecision(deps, heldRelease(pkg, release), approval, approvalWithinMs);
      deps.onChanged(pkg.id);
      if (outcome === 'lost') throw new DomainError('invalid_state', 'the release was already decided');
      if (outcome === 'pending') {
        throw new DomainError('deadline_exceeded', 'approved: the version becomes visible soon');
      }
    },

    async send(caller, reply, name, version) {
      const { release } = await subjects.see(caller, name, version);
      const file = release.artifacts.find(({ sha256 }) => sha256 === release.uploadSha256);
      if (!file) throw notFound('file');
      return deps.sendArtifact(reply, file, false);
    },

    async listOpenFindings(caller, name, version) {
      const { release } = await subjects.see(caller, name, version);
      const open = await listOpenFindings(pool, release.id);
      return open.map(({ severity, title, file }) => ({ severity, title, file }));
    },

    async discard(caller, name, version) {
      const { pkg, release } = await subjects.manage(caller, name, version);
      assertDecidable(release);
      const performer = performedBy(caller);
      const rejection = { kind: 'reject', reason: 'discarded', performer } as const;
      // a publish that can't be talked out of it any more has won
      const { outcome } = await settleDecision(deps, heldRelease(pkg, release), rejection);
      if (outcome === 'pending') {
        throw new DomainError('deadline_exceeded', 'accepted: the version will be discarded soon');
      }
      if (outcome !== 'done') throw new DomainError('invalid_state', 'the version could not be discarded');
      // the same version may be staged again at once: it must not join the run that is ending
      await decisions.ended(release.workflowId);
    },
  };
}

/** The workflow listens to people only while it waits for them. */
function assertDecidable({ statusReason }: ReleaseRow): void {
  if (statusReason !== null) return;
  throw new DomainError('invalid_state', 'the version is being checked: try again in a moment');
}

/** Clients of a protocol say that something may be seen by now, never that a finding or a failed scan is nothing. */
async function assertOnlyApprovalMissing(pool: Pool, release: ReleaseRow): Promise<void> {
  const blocking = (await listOpenFindings(pool, release.id)).filter(isBlocking);
  if (blocking.length > 0) {
    throw new DomainError('invalid_state', `${blocking.length} blocking finding(s) are open`);
  }
  if (release.statusReason === 'awaiting_approval') return;
  throw new DomainError('invalid_state', 'the version is held for another reason: decide through /v1');
}
