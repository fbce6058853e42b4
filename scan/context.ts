import type { UninspectedPolicy } from '../domain/publication.ts';
import type { InsideBudget } from './inside/budget.ts';
import type { ArchiveLimits } from './limits.ts';
import { placeKey } from '../domain/place-key.ts';
import type { KnownName } from '../domain/similar-names.ts';
import type { ScanArchive } from './scan-archive.ts';

/** The context of a scanner beside the archive; a scanner itself reads and requests nothing outside of both. */
export interface ScanContext {
  /** The name that the publisher declared. */
  name: string;
  /** Existing packages with names that can be mistaken for this one. */
  similarTo: readonly KnownName[];
  limits: ArchiveLimits;
  /** The shared budget for the archives inside all files of the release. */
  budget: InsideBudget;
  uninspected: UninspectedPolicy;
}

/** The key of a path without the package's top-level directory, for comparison with rules. */
export function innerKey(archive: ScanArchive, path: string): string {
  return placeKey(path.slice(archive.facts.root.length));
}

/** Lower case, without the dot; empty for names like `LICENSE` and `.gitignore`. */
export function extension(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

const sampleFolder =
  /(?:^|[/._-])(?:(?:unit|integration)?tests?|testing|__tests__|e2e|fixtures?|examples?|samples?|demos?|mocks?|docs?|specs?|bench(?:es|marks?)?|(?:test|dummy)[._-]?(?:data|cases?|certs?|certificates|ca|keys?|files|suite|vectors?|resources?|server|pki|support|utils?))\//i;
const sampleFile =
  /(?:^|\/)(?:tests?|specs?|(?:tests?|spec)[._-][^/]*|[^/]*[._-](?:tests?|spec|example|sample))(?:\.\w{1,10})?$/i;

/**
 * Whether a file is a test or an example: findings in it have a lower severity. Libraries of TLS and SSH contain keys
 * for their tests.
 */
export function isSample(path: string): boolean {
  return sampleFolder.test(path) || sampleFile.test(path);
}
