import { DomainError } from '../../domain/errors.ts';
import type { UninspectedPolicy } from '../../domain/publication.ts';
import type { ByteSource } from '../byte-source.ts';
import { type ArchiveLimits, scanBudget } from '../limits.ts';
import { PartStop } from '../parts/part-stop.ts';
import { isTestVirus } from '../test-virus.ts';
import { beginsAsText, isSearchable, searchableText } from '../text.ts';
import { AmbiguousZip } from '../zip-end.ts';
import type { InsideBudget } from './budget.ts';
import { containersOf, frontContainer, type OpenedContainer } from './container.ts';
import { type Member, memberOf } from './member.ts';
import { membersOf } from './members-of.ts';
import { createInsideReport, type InsideFindings } from './report.ts';
import { createWalk } from './walk.ts';

export interface InsideSettings {
  limits: ArchiveLimits;
  budget: InsideBudget;
  policy: UninspectedPolicy;
  /** The name of the file itself, if the file is not an entry of an archive. */
  nameOfFile?: string;
}

export interface Inside {
  /**
   * Inspects the containers of a file, recursively. `path` is empty for a file of the release; `depth` is the number
   * of enclosing archives.
   */
  look(path: string, bytes: ByteSource, depth: number): Promise<void>;
  /** Reports a file that is too large for inspection. */
  leaveOut(path: string): void;
  done(): InsideFindings;
}

/**
 * One recursion over every supported container: gzip, zstd, xz, bzip2, tar, ar and zip. A container that can't be
 * opened, or that clients read in several ways, is reported with its path. An exceeded bound is a finding that holds
 * the release.
 */
export function createInside({ limits, budget, policy, nameOfFile }: InsideSettings): Inside {
  const report = createInsideReport(policy, nameOfFile);

  async function look(path: string, bytes: ByteSource, depth: number): Promise<void> {
    for (const container of containersOf(memberOf(path, bytes).head, bytes)) {
      if (typeof container === 'object') report.notInspected(path, `it is ${container.unopened}`);
      else if (depth > limits.maxNesting) report.tooDeep(path);
      else await open(container, { path, bytes, depth });
    }
  }

  async function open(
    container: OpenedContainer,
    { path, bytes, depth }: { path: string; bytes: ByteSource; depth: number },
  ): Promise<void> {
    let why: string | undefined;
    const note = (reason: string): void => {
      why ??= reason;
    };
    const walk = createWalk({ limits, budget }, note);
    try {
      for await (const member of membersOf(container, { path, bytes, walk })) {
        await lookAt(member, depth + 1);
      }
    } catch (error) {
      if (error instanceof AmbiguousZip) report.ambiguous(path, error.detail);
      else if (error instanceof DomainError && error.isPermanent) note(error.detail);
      else if (!(error instanceof PartStop)) throw error;
      else if (error.kind === 'limit' || error.kind === 'hidden') report.bomb(path, error.message);
      else note(error.message);
    }
    if (why !== undefined) report.notInspected(path, why);
  }

  async function lookAt({ path, head, bytes, mayBeZip }: Member, depth: number): Promise<void> {
    if (isTestVirus(head)) report.malware(path);
    if (bytes === undefined) {
      if (mayBeZip || frontContainer(head) !== undefined) leaveOut(path);
      else if (beginsAsText(head)) report.leaveText(path);
      return;
    }
    search(path, bytes, { head, depth });
    await look(path, bytes, depth);
  }

  function search(path: string, bytes: ByteSource, { head, depth }: { head: Buffer; depth: number }): void {
    if (bytes.size <= scanBudget.textFileBytes) {
      const body = bytes.read(0, bytes.size);
      if (!isSearchable(body)) return;
      if (budget.takeText(bytes.size)) return report.search(path, searchableText(body) ?? '', depth > 1);
    }
    if (beginsAsText(head)) report.leaveText(path);
  }

  function leaveOut(path: string): void {
    report.notInspected(path, 'it is too large to be unpacked');
  }

  return {
    look: (path, bytes, depth) => budget.timed(() => look(path, bytes, depth)),
    leaveOut,
    done: report.done,
  };
}
