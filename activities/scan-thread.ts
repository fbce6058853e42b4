import { createEcosystems } from '../ecosystems/index.ts';
import { type PartScan, type PartTask, scanPart } from '../scan/parts/task.ts';
import { runScan, type ScanOutput, type ScanTask } from '../scan/task.ts';

const ecosystems = createEcosystems();

/** What a Piscina thread runs: the sandboxed half of the scanner. */
export function scanInThread(task: ScanTask): Promise<ScanOutput> {
  const ecosystem = ecosystems.get(task.ecosystem);
  return runScan(task, (archive, declared) => ecosystem.inspect(archive, declared));
}

/** The same for a part of a release. */
export function scanPartInThread(task: PartTask): Promise<PartScan> {
  return scanPart(task);
}
