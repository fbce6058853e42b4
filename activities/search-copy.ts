import type { Client } from '@temporalio/client';
import type { Logger } from '../config/logging.ts';
import { invalidState } from '../domain/errors.ts';
import type { Platform } from '../services/platform.ts';
import type { SearchCopy } from '../store/search/copy.ts';
import { queues, workflowNames } from '../workflows/definitions.ts';
import { jobAttributes } from '../workflows/search-attributes.ts';
import { untilBatchDeadline } from './batch-deadline.ts';
import { atOnce, repeat } from './background.ts';

/** Entries per query of the database. */
const pageSize = 200;
/** Pages per step; a crash repeats one step. */
const pagesAtOnce = Array.from({ length: 25 });
const checkEveryMs = 60_000;

export type CopyActivities = ReturnType<typeof createCopyActivities>;

/** The steps of `reindexSearch` that fill a search engine beside the database. */
export function createCopyActivities({ search }: Pick<Platform, 'search'>) {
  const copyOf = (): SearchCopy => {
    if (search.copy === null)
      throw invalidState('searches ask the database itself: there is no index to be made');
    return search.copy;
  };
  return {
    /** Creates an empty index beside the current one. `index` is null when searches ask the database. */
    async beginCopy(): Promise<{ index: string | null; total: number | null }> {
      if (search.copy === null) return { index: null, total: null };
      return { index: await search.copy.begin(), total: await search.copy.countEntries() };
    },

    /** Copies the next entries to the index. `next`: null at the end. */
    async copyBatch(input: {
      index: string;
      after: string;
    }): Promise<{ copied: number; next: string | null }> {
      const copy = copyOf();
      let copied = 0;
      let next: string | null = input.after;
      for (const _page of untilBatchDeadline(pagesAtOnce)) {
        if (next === null) break;
        const page = await copy.copyPage(input.index, next, pageSize);
        copied += page.copied;
        ({ next } = page);
      }
      return { copied, next };
    },

    /** Replaces the current index with this one. */
    async finishCopy({ index }: { index: string }): Promise<void> {
      await copyOf().finish(index);
    },

    /** Removes indexes that no search uses. */
    async dropCopies(): Promise<void> {
      await copyOf().dropOthers();
    },
  };
}

/**
 * Sends every change to the search engine as long as the worker runs, and requests a new index when there is none or
 * when its mapping is outdated. While the engine is unreachable the changes wait in the database.
 */
export function startShipping(client: Client, copy: SearchCopy, log: Pick<Logger, 'warn'>): AsyncDisposable {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let complainedAt = Number.NEGATIVE_INFINITY;
  const isDue = (last: number) => performance.now() - last > checkEveryMs;

  async function step(): Promise<number> {
    if (isDue(checkedAt)) {
      if (!(await copy.isCurrent())) await makeAnew(client);
      checkedAt = performance.now();
    }
    const { shipped, refused } = await copy.ship(atOnce);
    if (refused.length > 0)
      log.warn({ packageIds: refused }, 'packages are left out of the search: it refuses them');
    return shipped;
  }

  return repeat(
    async () => {
      try {
        return await step();
      } catch (error) {
        if (!isDue(complainedAt)) return 0;
        complainedAt = performance.now();
        throw error;
      }
    },
    'the search is not told of changes; they wait',
    log,
  );
}

/** Uses the workflow id of the requests by administrators: only one run at a time. */
async function makeAnew(client: Client): Promise<void> {
  await client.workflow.start(workflowNames.reindexSearch, {
    workflowId: 'reindex-search-on-request',
    taskQueue: queues.publish,
    workflowIdConflictPolicy: 'USE_EXISTING',
    typedSearchAttributes: jobAttributes(workflowNames.reindexSearch),
    staticSummary: 'Make the index of the search anew',
    args: [{ onlyCopy: true }],
  });
}
