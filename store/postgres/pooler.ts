import { type Client, escapeIdentifier } from 'pg';
import { createHostChoice } from './hosts.ts';
import { openClient } from './open-client.ts';
import { sessionLimits } from './session-limits.ts';

/** The instruction for an operator if a pooler is at an address that must be the server's. */
export const sayDirect = (variable: string): string =>
  `${variable} leads to a connection pooler: set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself, ` +
  'for notices, migrations and locks; DATABASE_URL may stay the address of the pooler';

export async function isPooler(url: string): Promise<boolean> {
  return withClient(url, isPooled);
}

/**
 * Whether a pooler lends the connection only for one transaction: a listener, a lock or a setting in it could belong
 * to another process a moment later. A pooler invents a process id, while the query for the id reaches the server.
 */
export async function isPooled(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // a member that the types lack
  const { processID } = client as unknown as { processID: number };
  return rows[0]?.pid !== processID;
}

/**
 * Stores {@link sessionLimits} as settings of this role in this database. Poolers refuse them as connection
 * parameters, and session settings of one process would leak to another. Connections that the pooler opened before do
 * not have them.
 */
export async function limitSessions(directUrl: string): Promise<void> {
  await withClient(directUrl, async (client) => {
    const { rows } = await client.query<{ role: string; database: string; settings: string[] }>(`
      select current_user as role, current_database() as database, coalesce((
        select setconfig from pg_db_role_setting
        where setrole = current_user::regrole and setdatabase = (
          select oid from pg_database where datname = current_database())), '{}') as settings`);
    for (const { role, database, settings } of rows) {
      const of = `role ${escapeIdentifier(role)} in database ${escapeIdentifier(database)}`;
      for (const [name, ms] of Object.entries(sessionLimits)) {
        const isSet = settings.some((setting) => setting.startsWith(`${name}=`));
        if (!isSet) await client.query(`alter ${of} set ${name} = ${ms}`).catch(unlessOvertaken);
      }
    }
  });
}

/** Ignores the error of a concurrent process that makes the same change. */
function unlessOvertaken(error: unknown): void {
  if (!(error instanceof Error) || !error.message.includes('concurrently updated')) throw error;
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await openClient(createHostChoice(url));
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
