import { z } from 'zod';
import { type Queryable, sql } from './pool.ts';

/** The row of one process of the platform. */
export interface OwnProcess {
  id: string;
  role: string;
  version: string;
  /** The version of the renderer of its documents. */
  rendererVersion: number;
}

/** The time for which a killed process counts as alive. */
export const aliveSeconds = 60;
const keptDays = 7;

/** Records that a process is alive; repeated well within {@link aliveSeconds}. */
export async function renewProcess(
  db: Queryable,
  { id, role, version, rendererVersion }: OwnProcess,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into processes (id, role, version, renderer_version)
    values (${id}, ${role}, ${version}, ${rendererVersion})
    on conflict (id) do update set seen_at = now()`);
}

/** Records that the process was stopped. */
export async function endProcess(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update processes set seen_at = now(), left_at = now() where processes.id = ${id}`);
}

/** Deletes rows of processes that ended long ago. */
export async function forgetProcesses(db: Queryable): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from processes where processes.seen_at < now() - make_interval(days => ${keptDays})`);
}

const isAlive = sql.fragment`processes.left_at is null
  and processes.seen_at > now() - make_interval(secs => ${aliveSeconds})`;

/**
 * The worker whose settings apply to shared objects: among those with the newest version the last one started, which
 * has the newest configuration. Null if no worker is alive.
 */
export async function findOwner(db: Queryable): Promise<string | null> {
  return db.maybeOneFirst(sql.typeAlias('id')`
    select processes.id from processes
    where ${isAlive} and processes.role = 'worker'
    order by string_to_array(processes.version, '.')::int[] desc, processes.started_at desc, processes.id desc
    limit 1`);
}

const Others = z.object({ areAlive: z.boolean(), lastSeenAt: z.date().nullable(), lookedAt: z.date() });

/** Processes that render documents in an older format than this one; scanners and engines render none. */
export async function findOlderRenderers(
  db: Queryable,
  rendererVersion: number,
): Promise<z.infer<typeof Others>> {
  return db.one(sql.type(Others)`
    select coalesce(bool_or(${isAlive}), false) as are_alive, max(processes.seen_at) as last_seen_at,
      now() as looked_at
    from processes
    where processes.role in ('api', 'worker') and processes.renderer_version < ${rendererVersion}`);
}
