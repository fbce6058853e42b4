import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setDefaultCACertificates, getCACertificates } from 'node:tls';
import { createUser } from '../test/support/platform-users.ts';
import { freePort } from '../test/support/free-port.ts';
import { type Addresses, chooseAddresses } from './addresses.ts';
import { Ledger } from './ledger.ts';
import { type Parts, startParts } from './parts/index.ts';
import { makeCertificate, startProxy } from './parts/proxy.ts';
import { type Role, runJob, startRole } from './roles.ts';
import { makeSecrets } from './secrets.ts';
import {
  jobs,
  readSettings,
  type RoleSettings,
  runningRoles,
  type Job,
  type RunningRole,
} from './settings.ts';
import { startTraffic, type Traffic } from './traffic.ts';

/** A running deployment with clients, on which acts are played. */
export interface Stage {
  url: string;
  folder: string;
  secrets: string;
  addresses: Addresses;
  parts: Parts;
  proxy: string;
  settings: Record<RunningRole | Job, RoleSettings>;
  roles: readonly Role[];
  ledger: Ledger;
  traffic: Traffic;
}

/**
 * Starts the parts, then the jobs, the roles, the proxy and the clients. `cleanup` stops everything in reverse order.
 */
export async function openStage(
  cleanup: AsyncDisposableStack,
  { say, isKept }: { say: (line: string) => void; isKept: boolean },
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-rehearsal-'));
  cleanup.defer(async () => {
    if (isKept) say(`kept: ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  });
  const addresses = chooseAddresses();
  const secrets = join(folder, 'secrets');
  await makeSecrets(secrets, addresses);
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const settings = readSettings({ addresses, publicUrl: url, secrets, data: join(folder, 'data') });
  const certificate = await makeCertificate(join(folder, 'certificates'));
  setDefaultCACertificates([...getCACertificates(), certificate.authority]);

  say('PostgreSQL with a standby, pgbouncer, Temporal, Redis, S3, Elasticsearch');
  const parts = await startParts(folder, secrets, addresses, (stop) =>
    cleanup.defer(async () => void (await stop())),
  );
  say(jobs.join(', '));
  await mkdir(join(folder, 'data/jobs'), { recursive: true });
  for (const job of jobs) await runJob(settings[job]);

  say(runningRoles.join(', '));
  const starting = runningRoles.map(async (name) => {
    const role = await startRole(name, settings[name], addresses, folder);
    cleanup.defer(() => role.stop());
    return role;
  });
  const started = await Promise.allSettled(starting);
  for (const outcome of started) if (outcome.status === 'rejected') throw outcome.reason;
  const roles = await Promise.all(starting);
  const replicas = roles
    .filter(({ kind }) => kind === 'api')
    .map(({ name }) => ({ host: addresses.of(name), port: 8080 }));
  const proxy = await startProxy(join(folder, 'proxy'), port, replicas, certificate.folder);
  cleanup.defer(() => proxy.stop());

  const user = await createUser(url);
  const ledger = new Ledger();
  const traffic = startTraffic({ url, username: user.username, token: user.token }, ledger);
  cleanup.defer(() => traffic.stop());
  return {
    url,
    folder,
    secrets,
    addresses,
    parts,
    proxy: proxy.name,
    settings,
    roles,
    ledger,
    traffic,
  };
}
