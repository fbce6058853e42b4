import { createEcosystems } from '../../ecosystems/index.ts';
import { browse, type BrowseOutput, type BrowseTask } from '../../scan/browse.ts';
import type { PartScan } from '../../scan/parts/report.ts';
import { type PartTask, scanPart } from '../../scan/parts/task.ts';
import { type RescanOutput, type RescanTask, runRescan } from '../../scan/rescan.ts';
import { runScan, type ScanOutput, type ScanTask } from '../../scan/task.ts';

const ecosystems = createEcosystems();

/** The tasks of the sandbox, by name. */
export const tasks = {
  archive(task: ScanTask): Promise<ScanOutput> {
    const ecosystem = ecosystems.get(task.ecosystem);
    return runScan(task, (files, declared, trust) => ecosystem.inspect(files, declared, trust));
  },

  /** Inspects a release again; the result has only findings. */
  rescan(task: RescanTask): Promise<RescanOutput> {
    return runRescan(task);
  },

  /** Inspects a part of a release. */
  part(task: PartTask): Promise<PartScan> {
    return scanPart(task);
  },

  /** Lists or reads the members of a stored file, for pages. */
  browse(task: BrowseTask): Promise<BrowseOutput> {
    return browse(task);
  },
};

export type Tasks = typeof tasks;
