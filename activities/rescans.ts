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

/** Packages whose advisories are looked up per step: a crash repeats one step. */
const packagesAtOnce = 100;
/** Releases that one step looks at to find those which have to be opened again. */
const releasesAtOnce = 2_000;
/** The number of these that a step opens: their ids are kept in the workflow's history. */
const dueAtOnce = 50;

export type RescanActivities = ReturnType<typeof createRescanActivities>;

/** The effects of findings on visible releases. Each step can run twice with the same outcome. */
export function createRescanActivities(deps: Parameters<typeof judgeReleases>[0]) {
  const { pool, ecosystems } = deps;

  /** One version or all versions of a package: findings first, then their effects. */
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
     * After a rescan of the files of a release: its advisories, and whether it stays visible. `error`: why the scanner
     * could not open a file; known findings count all the same.
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

    /** Advisories of the next packages that any is about. Returns the package to go on after, null at the end. */
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

    /** Ecosystems that there can be advisories of. */
    async listAdvisedEcosystems(): Promise<{ ecosystems: string[] }> {
      return {
        ecosystems: ecosystems.all.flatMap(({ id, osvName }) => (osvName === null ? [] : [id])),
      };
    },

    /** The next visible releases that other scanners than today's looked through last, and where to go on. */
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

    /** The round is over: how many releases were opened. */
    async endRound({ rescanned }: { rescanned: number }): Promise<{ rescanned: number }> {
      return { rescanned };
    },
  };
}

/** A client of the workflow service can send anything: a text that is no id means the beginning. */
function idOrNull(text: string | null): string | null {
  return isUuid(text) ? text : null;
}
