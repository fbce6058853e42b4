import { validate as isUuid } from 'uuid';
import type { EcosystemId } from '../domain/ecosystem-id.ts';
import { scannersOfToday } from '../scan/scanners.ts';
import { judgeReleases } from '../services/findings/judge-live.ts';
import { applyAdvisories } from '../services/findings/match-advisories.ts';
import { listAdvised, listMatchable } from '../store/postgres/findings/advisory-findings.ts';
import { listAdvisories } from '../store/postgres/findings/advisories.ts';
import { findPackageById } from '../store/postgres/packages/packages.ts';
import { findRescannable, listLiveReleases } from '../store/postgres/releases/release-scans.ts';
import type { RescanInput } from '../workflows/definitions.ts';
import { forEach } from './for-each.ts';

/** Packages per step whose advisories are matched: after a crash only one step is repeated. */
const packagesAtOnce = 100;
/** Releases that one step checks to find those due for a rescan. */
const releasesAtOnce = 2_000;
/** The most due releases that a step returns: their ids are kept in the workflow's history. */
const dueAtOnce = 50;

export type RescanActivities = ReturnType<typeof createRescanActivities>;

/** The effects of findings on visible releases. Each step can run twice with the same outcome. */
export function createRescanActivities(deps: Parameters<typeof judgeReleases>[0]) {
  const { pool, ecosystems } = deps;

  /** Applies the advisories to all versions of a package or one of them: findings first, then their effects. */
  async function matchPackage(
    pkg: { id: string; nameKey: string; ecosystem: EcosystemId },
    only?: string,
  ): Promise<number> {
    const ecosystem = ecosystems.get(pkg.ecosystem);
    const advisories = await listAdvisories(pool, pkg.ecosystem, [pkg.nameKey]);
    const releases = (await listMatchable(pool, pkg.id)).filter(
      ({ id }) => only === undefined || id === only,
    );
    const changed: string[] = [];
    for (const release of releases) {
      const isChanged = await pool.transaction((tx) =>
        applyAdvisories(tx, ecosystem, { ...release, nameKey: pkg.nameKey }, advisories),
      );
      if (isChanged) changed.push(release.id);
    }
    return judgeReleases(deps, pkg.id, only === undefined ? changed : [only]);
  }

  return {
    /**
     * Matches the advisories of a release after a rescan of its files, and decides whether it stays visible. `error`:
     * why the scanner could not open a file; known findings still count.
     */
    async settleRescan({
      releaseId,
      ...ending
    }: RescanInput & { error?: string; isCancelled?: boolean }): Promise<{
      isHeld: boolean;
      error?: string;
      isCancelled?: boolean;
    }> {
      const release = isUuid(releaseId) ? await findRescannable(pool, releaseId) : null;
      const pkg = release && (await findPackageById(pool, release.packageId));
      if (!release || !pkg) return { isHeld: false, ...ending };
      return { isHeld: (await matchPackage(pkg, release.id)) > 0, ...ending };
    },

    /**
     * Matches advisories for the next packages that have any. `next`: the last package of the batch, null at the end.
     */
    async matchBatch({ ecosystem: id, after }: { ecosystem: string; after: string | null }): Promise<{
      packages: number;
      held: number;
      failed: number;
      next: string | null;
    }> {
      const ecosystem = ecosystems.get(id as EcosystemId);
      const packages = await listAdvised(pool, ecosystem.id, {
        after: idOrNull(after),
        limit: packagesAtOnce,
      });
      let held = 0;
      const failed = await forEach(
        packages,
        async (pkg) => {
          held += await matchPackage({ ...pkg, ecosystem: ecosystem.id });
        },
        (pkg) => ({ packageId: pkg.id }),
      );
      const next = packages.length === packagesAtOnce ? (packages.at(-1)?.id ?? null) : null;
      return { packages: packages.length - failed, held, failed, next };
    },

    /** Returns the ecosystems that have advisories. */
    async listAdvisedEcosystems(): Promise<{ ecosystems: string[] }> {
      return {
        ecosystems: ecosystems.all.flatMap(({ id, osvName }) => (osvName === null ? [] : [id])),
      };
    },

    /**
     * Returns the next visible releases whose last scan is by other scanners than today's. `next`: null at the end.
     */
    async listDue({ after }: { after: string | null }): Promise<{ due: string[]; next: string | null }> {
      const releases = await listLiveReleases(pool, scannersOfToday, {
        after: idOrNull(after),
        limit: releasesAtOnce,
      });
      const due = releases.filter(({ isDue }) => isDue).slice(0, dueAtOnce);
      const last = due.length === dueAtOnce ? due.at(-1) : releases.at(-1);
      const isMore = due.length === dueAtOnce || releases.length === releasesAtOnce;
      return { due: due.map(({ id }) => id), next: isMore ? (last?.id ?? null) : null };
    },

    /** Ends the round; the result has the number of rescanned releases. */
    async endRound({ rescanned }: { rescanned: number }): Promise<{ rescanned: number }> {
      return { rescanned };
    },
  };
}

/** A client of the workflow service can send any text: an invalid id means the beginning. */
function idOrNull(text: string | null): string | null {
  return isUuid(text) ? text : null;
}
