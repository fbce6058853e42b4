import { DomainError } from '../../domain/errors.ts';
import { describePasswordProblems, findPasswordProblems } from '../../domain/password.ts';

/** `path`: the member of the request with the password. @throws DomainError `validation_failed` with every problem */
export function assertFitPassword(
  password: string,
  person: { username: string; email: string },
  path: 'password' | 'new_password',
): void {
  const problems = findPasswordProblems(password, person, path);
  const said = describePasswordProblems(problems);
  if (said === undefined) return;
  throw new DomainError('validation_failed', said, { errors: [...problems] });
}
