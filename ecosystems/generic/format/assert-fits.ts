import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';
import { assertOwnPath, findCollision } from './path.ts';

/**
 * The files of a version must fit into one folder on any system.
 * @throws DomainError `duplicate`, `policy_violation`
 */
export function assertFits(filename: string, taken: readonly string[]): void {
  assertOwnPath(filename);
  const collision = findCollision([...taken, filename]);
  if (collision) throw new DomainError('duplicate', `${collision.join(' and ')} can't lie in one folder`);
  if (taken.length >= limits.files.count && !taken.includes(filename)) {
    throw new DomainError('policy_violation', `a version has at most ${limits.files.count} files`);
  }
}
