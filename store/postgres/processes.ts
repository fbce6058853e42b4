import { z } from 'zod';
import { type Queryable, sql } from './pool.ts';

/** One process of the platform, as others see it. */
export interface OwnProcess {
  id: string;
  role: string;
  version: string;
  /** Of the documents that it renders. */
  rendererVersion: number;
}

/** A process that was killed counts as alive for this long. */
export const aliveSeconds = 60;
const keptDays = 7;

/** Writes that a process is there; repeated well within {@link aliveSeconds}. */
export async function renewProcess(
  db: Queryable,
  { id, role, version, rendererVersion }: OwnProcess,
): Promise<void> {
  await db.query(sql.typeAlias('void')`
    insert into processes (id, role, version, renderer_version)
    values (${id}, ${role}, ${version}, ${rendererVersion})
    on conflict (id) do update set seen_at = now(), left_at = null`);
}

/** Writes that it was stopped. */
export async function endProcess(db: Queryable, id: string): Promise<void> {
  await db.query(sql.typeAlias('void')`
    update processes set seen_at = now(), left_at = now() where processes.id = ${id}`);
}

/** Forgets processes that are long gone. */
export async function forgetProcesses(db: Queryable): Promise<void> {
  await db.query(sql.typeAlias('void')`
    delete from processes where processes.seen_at < now() - make_interval(days => ${keptDays})`);
}

const isAlive = sql.fragment`processes.left_at is null
  and processes.seen_at > now() - make_interval(secs => ${aliveSeconds})`;

/** Whether a worker of a newer version is alive: its settings of shared things count then, and not ours. */
export async function isNewerWorkerAlive(db: Queryable, version: string): Promise<boolean> {
  return db.exists(sql.typeAlias('void')`
    select from processes
    where ${isAlive} and processes.role = 'worker'
      and string_to_array(processes.version, '.')::int[] > string_to_array(${version}, '.')::int[]`);
}

const Others = z.object({ areAlive: z.boolean(), lastSeenAt: z.date().nullable() });

/** Processes that render documents in an older format than this one. */
export async function findOlderRenderers(
  db: Queryable,
  rendererVersion: number,
): Promise<z.infer<typeof Others>> {
  return db.one(sql.type(Others)`
    select coalesce(bool_or(${isAlive}), false) as are_alive, max(processes.seen_at) as last_seen_at
    from processes where processes.renderer_version < ${rendererVersion}`);
}
