import { ForeignKeyIntegrityConstraintViolationError } from 'slonik';
import { DomainError } from '../../domain/errors.ts';

/**
 * The answer of a statement, unless a concurrent transaction deleted a row that it refers to, or added a row that
 * refers to a deleted one. A retry sees that change. @throws DomainError `overloaded`
 */
export async function orOvertaken<Answer>(statement: Promise<Answer>): Promise<Answer> {
  try {
    return await statement;
  } catch (error) {
    if (!(error instanceof ForeignKeyIntegrityConstraintViolationError)) throw error;
    throw new DomainError('overloaded', 'another request changed this at the same moment', {}, error);
  }
}
