import { type Node, parse } from 'libpg-query';
import { firstMarked, readNeededVersion } from '../../store/postgres/migration-files.ts';
import { readUnwrapped } from '../../store/postgres/unwrapped-migration.ts';
import { findFaults, type Knowledge, type Rule } from './rules.ts';

export interface MigrationFile {
  name: string;
  text: string;
}

/** One line for people: `0031-x.sql: update: …`. */
export type Complaint = string;

const allowance = /^-- lint-allow ([a-z-]+): \S.*$/gm;

/**
 * Finds statements that would block or break a running platform. Reads the files in order: some statements are safe
 * only after a statement of an earlier file.
 */
export async function lintMigrations(files: readonly MigrationFile[]): Promise<Complaint[]> {
  const knowledge: Knowledge = { notNullChecks: new Map(), validatedNotNull: new Set() };
  const complaints: Complaint[] = [];
  for (const { name, text } of files) {
    const allowed = new Set(Array.from(text.matchAll(allowance), ([, rule]) => rule as Rule));
    const isUnwrapped = readUnwrapped(name, text) !== null;
    const mayRemove = readNeededVersion(name, text) !== null || name < firstMarked;
    const statements = await readStatements(text);
    for (const { rule, why } of findFaults(statements, { isUnwrapped, mayRemove, knowledge })) {
      if (!allowed.has(rule)) complaints.push(`${name}: ${rule}: ${why}`);
    }
  }
  return complaints;
}

async function readStatements(text: string): Promise<Node[]> {
  const { stmts = [] } = await parse(text);
  return stmts.flatMap(({ stmt }) => (stmt ? [stmt] : []));
}
