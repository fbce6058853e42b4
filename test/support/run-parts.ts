import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createSigstore, createSigstoreKeys } from '../../ecosystems/sigstore/fixtures/sigstore.ts';
import {
  type PackagePlatform,
  type SharedFacts,
  startOwnPlatform,
  startPackagePlatform,
} from './platform.ts';
import { assertReplays } from './replay.ts';
import type { RoleProcess } from './role.ts';
import { startTemporal, type TemporalServer } from './temporal.ts';

export interface RunParts {
  /** Requests by the first segment of the path; the function gets the second segment and the body. */
  ask: Record<string, ((name: string, body: unknown) => Promise<unknown>) | undefined>;
  /** The port of the test file that leased this address. */
  portOfIssuer(path: string): number | undefined;
  stop(): Promise<void>;
}

/** The number of issuers that the open platform trusts: each test file that needs one leases an address. */
const issuerCount = 40;

/** An issuer whose keys no test requests: it is only named in certificates. */
export const namedIssuer = 'https://builds.example.com';

export function createRunParts(ownUrl: () => string): RunParts {
  const cleanup = new AsyncDisposableStack();
  const issuers = new Map<string, number>();
  const issuerPaths = Array.from({ length: issuerCount }, (_, at) => `/issuers/${at + 1}`);
  const temporal = once(async () => cleanup.adopt(await startTemporal(), (it) => it.stop()));
  const sigstore = once(async () => {
    const keys = createSigstoreKeys();
    const { trustedRoot } = await createSigstore(keys);
    const folder = cleanup.adopt(await mkdtemp(join(tmpdir(), 'rookery-sigstore-')), (it) =>
      rm(it, { recursive: true, force: true }),
    );
    const rootFile = join(folder, 'root.json');
    await writeFile(rootFile, trustedRoot);
    return { keys, rootFile };
  });
  const platforms: Record<string, () => Promise<PackagePlatform>> = {
    plain: once(async () => keep(await startOwnPlatform({}, { temporal: await temporal() }))),
    open: once(async () => {
      const environment = {
        OIDC_ISSUERS: [namedIssuer, ...issuerPaths.map((path) => ownUrl() + path)].join(),
        SIGSTORE_TRUSTED_ROOT: (await sigstore()).rootFile,
        WEBHOOK_PRIVATE_TARGETS: 'allow',
        IMPORT_PRIVATE_TARGETS: 'allow',
      };
      return keep(await startPackagePlatform(environment, { temporal: await temporal() }));
    }),
  };

  /** Watches the processes, and replays the histories of the workflows at the end of the run. */
  function keep(platform: PackagePlatform): PackagePlatform {
    let isStopping = false;
    for (const [name, role] of Object.entries(platform.roles)) {
      void role.ended.then(() => {
        if (!isStopping) reportDeath(name, role);
      });
    }
    return cleanup.adopt(platform, async () => {
      isStopping = true;
      try {
        // a worker with this code can continue every workflow
        await assertReplays(platform.temporal);
      } finally {
        await platform.stop();
      }
    });
  }

  return {
    ask: {
      temporal: async () => addressOf(await temporal()),
      sigstore: async () => (await sigstore()).keys,
      platforms: async (name) => factsOf(await startNamed(platforms, name)),
      issuers: async (_, body) => {
        const path = issuerPaths[issuers.size];
        if (path === undefined) throw new Error(`more than ${issuerCount} issuers: raise issuerCount`);
        issuers.set(path, portIn(body));
        return { url: ownUrl() + path };
      },
    },
    portOfIssuer: (path) => issuers.get(path),
    stop: () => cleanup.disposeAsync(),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function startNamed(platforms: Record<string, () => Promise<PackagePlatform>>, name: string) {
  const start = platforms[name];
  if (!start) throw new Error(`no platform is called ${name}`);
  return start();
}

function portIn(body: unknown): number {
  const { port } = body as { port: number };
  return port;
}

const addressOf = ({ address }: TemporalServer) => ({ address });

/** The facts of the platform for another process. */
function factsOf({
  url,
  adminToken,
  dataDir,
  databaseUrl,
  temporal,
  environment,
}: PackagePlatform): SharedFacts {
  const { address, namespace } = temporal;
  return { url, adminToken, dataDir, databaseUrl, temporal: { address, namespace }, environment };
}

/** The death of a process fails every later test: prints its name and last output as the explanation. */
function reportDeath(name: string, role: RoleProcess): void {
  const words = role.output().slice(-8_000);
  process.stderr.write(`\n${name} of a shared platform ended with ${role.ending()}\n${words}\n`);
}
