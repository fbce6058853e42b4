import { randomUUID } from 'node:crypto';
import { createEcosystems, type Ecosystems } from '../ecosystems/index.ts';
import { createBlobs } from '../store/blobs/open.ts';
import type { Signer } from '../domain/signer.ts';
import type { Blobs } from '../store/blobs/blobs.ts';
import type { KeyValue } from '../store/kv/kv.ts';
import { createKeyValue } from '../store/kv/open.ts';
import { findSchemaProblem } from '../store/postgres/schema.ts';
import { createCatalog, type Catalog } from '../store/postgres/packages/catalog.ts';
import type { Pool } from '../store/postgres/pool.ts';
import { createSearch, type SearchOptions } from '../store/search/open.ts';
import type { Search } from '../store/search/search.ts';
import type { Config } from './config.ts';
import { createLogger, type Logger } from './logging.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { blobsOptions } from './blobs-options.ts';
import { countBlobs } from './counted-blobs.ts';
import { openDatabase } from './database.ts';
import { joinProcesses } from './presence.ts';
import { createSigner, unsigned } from './signing.ts';
import { RenderPool } from '../rendering/pool.ts';
import { createRenderer } from './renderer.ts';

/** Long-lived objects of one process, built in order and disposed of in reverse. */
export interface Context extends AsyncDisposable {
  config: Config;
  /** The id of its row among the processes of the platform. */
  processId: string;
  log: Logger;
  metrics: Metrics;
  pool: Pool;
  blobs: Blobs;
  kv: KeyValue;
  search: Search;
  catalog: Catalog;
  ecosystems: Ecosystems;
  signer: Signer;
}

export type ContextOverrides = Partial<Omit<Context, typeof Symbol.asyncDispose>>;

/**
 * The composition root. `overrides` is the only test seam; the context does not dispose of overrides.
 * @throws Error for a schema that this version can not run on
 */
export async function createContext(
  config: Config,
  role: string,
  overrides: ContextOverrides = {},
): Promise<Context> {
  await using resources = new AsyncDisposableStack();
  const log = overrides.log ?? createLogger(role, config.telemetry.logLevel);
  const metrics = overrides.metrics ?? createMetrics(role);
  const ecosystems = overrides.ecosystems ?? createEcosystems();
  const baseUrl = config.http.publicUrl;
  const signer = overrides.signer ?? openSigner(config);

  const pool = overrides.pool ?? resources.adopt(await openDatabase(config, log), (it) => it.end());
  const processId = randomUUID();
  if (!overrides.pool) {
    await assertSchema(pool, config.version);
    resources.use(await joinProcesses(pool, { id: processId, role, version: config.version }, log));
    // a contract migration that did not see this process may have run in between
    await assertSchema(pool, config.version);
  }
  metrics.watchConnections(() => countConnections(pool));
  const blobs =
    overrides.blobs ??
    resources.adopt(countBlobs(createBlobs(blobsOptions(config)), metrics), (it) => it.close());
  const kv =
    overrides.kv ??
    resources.adopt(
      createKeyValue(keyValueOptions(config), {
        onOwn: () => metrics.rateLimitErrors.inc(),
        onChange: ({ isAway, cause }) => {
          if (isAway) log.warn({ err: cause }, 'Redis is away: this process counts for itself');
          else log.info('Redis is back');
        },
      }),
      (it) => it.close(),
    );
  // a publish does not wait for a thread to start; other changes of packages can
  const warmThreads = role === 'worker' ? config.rendering.threads : 0;
  const rendering = resources.use(new RenderPool(config.rendering, baseUrl, warmThreads));
  const renderer = createRenderer(ecosystems, config.rendering, rendering);
  const search =
    overrides.search ??
    resources.adopt(await createSearch(pool, renderer, searchOptions(config)), (it) => it.close());
  const catalog = overrides.catalog ?? createCatalog(pool, renderer);

  const owned = resources.move();
  const dispose = () => owned.disposeAsync();
  return {
    config,
    processId,
    log,
    metrics,
    pool,
    blobs,
    kv,
    search,
    catalog,
    ecosystems,
    signer,
    [Symbol.asyncDispose]: dispose,
  };
}

async function assertSchema(pool: Pool, version: string): Promise<void> {
  const problem = await findSchemaProblem(pool, version);
  if (problem !== null) throw new Error(problem);
}

function openSigner({ secrets }: Config): Signer {
  return secrets.signingKey === undefined ? unsigned : createSigner(secrets.signingKey);
}

function keyValueOptions(config: Config) {
  const url = config.secrets.redisUrl;
  return url === undefined ? ({ kind: 'memory' } as const) : ({ kind: 'redis', url } as const);
}

function searchOptions({ search, secrets: { elasticsearch } }: Config): SearchOptions {
  if (search.kind === 'postgres' || elasticsearch === undefined) return { kind: 'postgres' };
  return { kind: 'elasticsearch', index: search.index, ...elasticsearch };
}

function countConnections(pool: Pool): Record<string, number> {
  const { acquiredConnections, idleConnections, waitingClients } = pool.state();
  return { acquired: acquiredConnections, idle: idleConnections, waiting: waitingClients };
}
