import { DomainError } from '../../domain/errors.ts';
import type { Package } from '../../domain/package.ts';
import type { Format } from '../../ecosystems/format.ts';

/** Checks that the package accepts another file. @throws DomainError `policy_violation` */
export function assertOpen(
  { closedWhile }: Pick<Format, 'closedWhile'>,
  { name, isArchived, isWithheld }: Pick<Package, 'name' | 'isArchived' | 'isWithheld'>,
): void {
  if (isWithheld && closedWhile.includes('withheld')) {
    throw closed(
      `${name} is in quarantine: it takes no files until a person has decided about its held releases`,
    );
  }
  if (isArchived && closedWhile.includes('archived')) {
    throw closed(`${name} is archived: it takes no more files`);
  }
}

const closed = (detail: string) => new DomainError('policy_violation', detail);
