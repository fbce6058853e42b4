import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { readEnv, requireDirectUrl } from '../config/env.ts';
import { DomainError } from '../domain/errors.ts';
import { loadOperator } from '../services/identity/operator.ts';
import { type AccountChange, changeAccount } from '../services/users/administer.ts';
import { erasePerson, exportPerson, requireUserNamed } from '../services/users/personal-data.ts';
import { writeSections } from '../services/users/write-sections.ts';
import { openPool, type Pool } from '../store/postgres/pool.ts';
import { runAdminTool, WrongArguments } from './run-tool.ts';

const help = `Usage: rookery admin promote <username>         makes the account a platform administrator
       rookery admin demote <username>          takes that back
       rookery admin deactivate <username>      every credential of the account is worth nothing, at once
       rookery admin activate <username>        takes that back; sessions have ended
       rookery admin reset-mfa <username>       log-ins of the account need no code any more
       rookery admin export-person <username>   prints what is known of a person as JSON
       rookery admin erase-person <username> --yes
                                                removes a person's data and locks the account; what they
                                                published stays, with their name on it

  --as <username>  the platform administrator who does it, for the audit log (default: admin)

DATABASE_URL names the database.
`;

const changes: Readonly<Record<string, AccountChange>> = {
  promote: { isAdmin: true },
  demote: { isAdmin: false },
  deactivate: { isActive: false },
  activate: { isActive: true },
  'reset-mfa': { resetsSecondFactor: true },
};

export interface WantedOfPerson {
  verb: string;
  username: string;
  as: string;
}

/** @throws WrongArguments */
export function readWanted(args: string[]): WantedOfPerson {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { as: { type: 'string', default: 'admin' }, yes: { type: 'boolean', default: false } },
  });
  const [verb = '', username, ...rest] = positionals;
  if (username === undefined || rest.length > 0) throw new WrongArguments(`${verb} takes one user name`);
  if (verb === 'erase-person' && !values.yes) {
    throw new WrongArguments('erase-person can not be undone: say --yes');
  }
  return { verb, username, as: values.as };
}

async function main(args: string[]): Promise<void> {
  const wanted = readWanted(args);
  const pool = await openPool(requireDirectUrl(readEnv(process.env)), 1);
  try {
    await perform(pool, wanted, process.stdout);
  } finally {
    await pool.end();
  }
}

/** Prints the outcome. @throws DomainError */
async function perform(pool: Pool, { verb, username, as }: WantedOfPerson, out: Writable): Promise<void> {
  const caller = await loadOperator(pool, as);
  // the database notifies the running processes; an operator has no session, so the age of a log-in does not apply
  const deps = { pool, announce: () => {}, config: { auth: { recentLoginSeconds: 0 } } };
  if (verb === 'export-person') {
    const sections = writeSections(out);
    await exportPerson(pool, caller, username, sections.add);
    return sections.end();
  }
  if (verb === 'erase-person') {
    await erasePerson(deps, caller, username);
    out.write(`the data of ${username} is removed\n`);
    return;
  }
  const change = changes[verb];
  if (change === undefined) throw new DomainError('bad_request', `unknown command ${verb}`);
  const { id } = await requireUserNamed(pool, username);
  const account = await changeAccount(deps, caller, id, change);
  const facts = [
    account.isActive ? 'active' : 'deactivated',
    account.isAdmin ? 'platform administrator' : 'no administrator',
    account.mfaEnabled ? 'with a second factor' : 'without a second factor',
  ];
  out.write(`${account.username}: ${facts.join(', ')}\n`);
}

if (import.meta.main) await runAdminTool(help, main);
