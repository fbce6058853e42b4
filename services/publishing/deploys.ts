import { requireScope, type UserActor } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { DomainError } from '../../domain/errors.ts';
import type { ModuleReceipt } from '../../ecosystems/context/drafts.ts';
import type { Pool, Queryable, Transaction } from '../../store/postgres/pool.ts';
import {
  type DeployMember,
  listDeploy,
  lockDeploy,
  markReady,
} from '../../store/postgres/releases/deploys.ts';
import type { DraftRun } from './draft-run.ts';

/** The time for which a deploy waits for a module without new files; then it publishes its other modules. */
export const moduleWaitsSeconds = 300;

interface Named {
  name: string;
  version: string;
}

export interface DeploySteps {
  pool: Pool;
  run: DraftRun;
  /** @throws DomainError `not_found`, `forbidden` */
  findOpen(db: Queryable, caller: Caller<UserActor>, named: Named): Promise<OpenModule>;
  /** Locks the module until the end of the transaction. @throws DomainError `not_found`, `forbidden` */
  lockOpen(tx: Transaction, caller: Caller<UserActor>, named: Named): Promise<unknown>;
  /** Declares the files of a module complete. @throws DomainError `invalid_state` without a file */
  close(tx: Transaction, caller: Caller<UserActor>, named: Named): Promise<Committed>;
}

interface OpenModule {
  release: { id: string; uploadId: string };
  draft: { deploy: string | null; isCommitted: boolean };
}

interface Committed {
  uploadId: string;
  releaseId: string;
}

/**
 * Completes one module of a build. While files of another module are missing nothing is committed: readers must not
 * see half a build. With the last module all are committed in one transaction, and their receipts returned. The result
 * is empty while the deploy continues.
 * @throws DomainError `not_found` without such a draft, and the error of the first refused module
 */
export function createDeploys({ pool, run, findOpen, lockOpen, close }: DeploySteps) {
  return async function commitModule(caller: Caller, named: Named): Promise<readonly ModuleReceipt[]> {
    const actor = requireScope(caller.actor, 'packages:write');
    const known = { ...caller, actor };
    const { release, draft } = await findOpen(pool, known, named);
    const { deploy } = draft;
    const committed = await pool.transaction(async (tx) => {
      if (deploy === null || draft.isCommitted) return [{ ...named, ...(await close(tx, known, named)) }];
      await lockDeploy(tx, deploy);
      const isThis = ({ releaseId }: DeployMember) => releaseId === release.id;
      const members = await listDeploy(tx, deploy);
      if (members.some((member) => !isThis(member) && isComing(member))) {
        await lockOpen(tx, known, named);
        await markReady(tx, release.id, moduleWaitsSeconds);
        return [];
      }
      const done: (Named & Committed)[] = [];
      // in package order, like every other build, to avoid deadlocks
      for (const member of members.filter((each) => isThis(each) || each.isReady)) {
        done.push({ ...member, ...(await close(tx, known, member)) });
      }
      return done;
    });
    // the run waits with another timeout from now on, as the other modules may never arrive
    if (committed.length === 0) await run.wake(release.uploadId, actor.username);
    return settleAll(committed, actor.username);
  };

  /**
   * Waits for all modules before it throws a refusal: the client must not send a module again while its publish runs.
   */
  async function settleAll(
    modules: readonly (Named & Committed)[],
    username: string,
  ): Promise<readonly ModuleReceipt[]> {
    const settled = await Promise.allSettled(modules.map((module) => run.settle(module, username)));
    return settled.map((outcome, index) => {
      const module = modules[index];
      if (module === undefined) throw new Error('more answers than modules');
      const { name, version } = module;
      if (outcome.status === 'fulfilled') return { name, version, receipt: outcome.value };
      const { reason } = outcome;
      if (modules.length === 1 || !(reason instanceof DomainError)) throw reason;
      throw new DomainError(reason.code, `${name} ${version}: ${reason.message}`, reason.meta, reason);
    });
  }
}

const isComing = ({ isReady, restingSeconds }: DeployMember) =>
  !isReady && restingSeconds < moduleWaitsSeconds;
