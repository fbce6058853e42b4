import { createEcosystems } from '../ecosystems/index.ts';
import { runScan, type ScanOutput, type ScanTask } from '../scan/task.ts';

const ecosystems = createEcosystems();

/** What a Piscina thread runs: the sandboxed half of the scanner. */
export function scanInThread(task: ScanTask): Promise<ScanOutput> {
  const ecosystem = ecosystems.get(task.ecosystem);
  return runScan(task, (archive, declared) => ecosystem.inspect(archive, declared));
}
