import type { Dependency } from '../../domain/publication.ts';
import { recordContents } from '../../services/releases/record-contents.ts';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { registerRates } from '../../api/plugins/rates.ts';
import { createRequestIds, registerRequestId } from '../../api/plugins/request-id.ts';
import { registerSecurityHeaders } from '../../api/plugins/security-headers.ts';
import { registerPortal } from '../../api/portal/register.ts';
import { registerManagement } from '../../api/routes/index.ts';
import { readConfig } from '../../config/config.ts';
import { sha256Hex } from '../../domain/digest.ts';
import { isBlocking } from '../../domain/findings.ts';
import { reasonToWait } from '../../domain/release.ts';
import { grantableScopes, Scope } from '../../domain/scopes.ts';
import { createToken } from '../../domain/token.ts';
import { createEcosystems } from '../../ecosystems/index.ts';
import { createCatalog } from '../../store/postgres/packages/catalog.ts';
import { isRemoval, listOpenDecisions, settleDecisions } from '../../store/postgres/releases/decisions.ts';
import { listOpenFindings } from '../../store/postgres/findings/findings.ts';
import { newId } from '../../store/postgres/ids.ts';
import { openPool, type Pool, sql } from '../../store/postgres/pool.ts';
import { markDeleted } from '../../store/postgres/releases/deletions.ts';
import { setReleaseState } from '../../store/postgres/releases/releases.ts';
import { insertSession } from '../../store/postgres/identity/sessions.ts';
import { insertToken } from '../../store/postgres/identity/tokens.ts';
import { findUser } from '../../store/postgres/identity/users.ts';
import { createPostgresSearch } from '../../store/search/postgres.ts';
import { createMigratedDatabase } from './migrated-database.ts';
import { createTestRenderer } from './renderer.ts';
import { pino } from 'pino';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlatform, type ServingPlatform } from '../../api/platform.ts';
import { createServices } from '../../services/index.ts';
import { contentKey } from '../../store/blobs/blobs.ts';

/** Rows whose other members a test ignores. */
export const AnyRow = z.record(z.string(), z.any());

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: z.infer<typeof AnyRow>;
}

export interface Management {
  app: FastifyInstance;
  pool: Pool;
  platform: ServingPlatform;
  /** Ids of the packages whose search projection was requested. */
  projected: string[];
  call(method: InjectOptions['method'] & string, url: string, options?: CallOptions): Promise<Answer>;
  /** A person with a token of all scopes that the person can have. */
  createPerson(username?: string, isAdmin?: boolean): Promise<Person>;
  createToken(userId: string, scopes?: readonly Scope[]): Promise<string>;
  /** A session whose log-in was `ageSeconds` ago. */
  createSession(userId: string, ageSeconds?: number): Promise<string>;
  stop(): Promise<void>;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Person {
  id: string;
  username: string;
  token: string;
  repositoryId: string;
}

/**
 * The management API over a real database, or over the one in `DATABASE_URL`. Two functions replace the workflow
 * engine: they run the steps of the publish workflow after a decision at once.
 */
export async function startManagement(environment: NodeJS.ProcessEnv = {}): Promise<Management> {
  const folder = await mkdtemp(join(tmpdir(), 'rookery-management-'));
  const given = environment['DATABASE_URL'];
  const database =
    given === undefined ? await createMigratedDatabase() : { url: given, stop: async () => undefined };
  const pool = await openPool(database.url, 5);
  const config = readConfig({
    DATABASE_URL: database.url,
    JWT_SECRET: randomBytes(32).toString('hex'),
    RATE_LIMITS: 'off',
    DATA_DIR: folder,
    ...environment,
  });
  const ecosystems = createEcosystems();
  const renderer = createTestRenderer(ecosystems, config.http.publicUrl);
  const catalog = createCatalog(pool, renderer);
  const search = createPostgresSearch(pool, renderer);
  const projected: string[] = [];
  const platform = await createPlatform(config, {
    log: pino({ level: 'silent' }),
    pool,
    search,
    catalog,
    ecosystems,
    projection: {
      request: async (_ecosystem, _nameKey, packageId) => {
        projected.push(packageId);
        await search.project(packageId);
      },
    },
    decisions: {
      hold: async () => {},
      ended: async () => {},
      wake: async ({ workflowId }) => {
        const { id, packageId, statusReason } = await pool.one(sql.type(AnyRow)`
          select id, package_id, status_reason from releases where workflow_id = ${workflowId}`);
        const open = await listOpenDecisions(pool, { releaseId: id });
        const rejection = open.find(({ kind }) => kind === 'reject');
        const isApproved = open.some(({ kind }) => kind === 'approve');
        await settleDecisions(pool, open, 'applied');
        if (rejection) await setReleaseState(pool, id, 'rejected', null);
        if (open.some(({ kind }) => kind === 'delete')) await markDeleted(pool, [id]);
        const isBlocked = (await listOpenFindings(pool, id)).some(isBlocking);
        const held = { reason: statusReason, isApproved, needsApproval: false };
        if (!open.some(isRemoval) && reasonToWait(held, isBlocked) === null) {
          await catalog.changePackage(packageId, (tx) => setReleaseState(tx, id, 'published', null));
        }
        return true;
      },
    },
    jobRuns: {
      start: async () => randomUUID(),
      summarize: () => Promise.resolve(null),
      isRunning: () => Promise.resolve(true),
      cancel: () => Promise.resolve(true),
      reconcile: () => Promise.resolve(0),
      startAgain: async () => ({ runId: randomUUID() }),
    },
    checks: {
      database: async () => {},
      writes: async () => {},
      schema: async () => [],
      redis: null,
      storage: async () => {},
      search: search.ping,
      temporal: async () => [],
    },
    listSchedules: async () => {
      throw new Error('no workflow service');
    },
    queueWatch: {
      observe: async () => {
        throw new Error('no workflow service');
      },
      served: async () => {
        throw new Error('no workflow service');
      },
      backlog: async () => {
        throw new Error('no workflow service');
      },
      unserved: async () => [],
    },
  });
  const { authenticator } = platform;
  const app = Fastify({
    genReqId: createRequestIds([]),
    trustProxy: true,
    routerOptions: { maxParamLength: 500 },
  });
  registerRequestId(app);
  registerSecurityHeaders(app);
  registerRates(app, { ...platform, authenticator });
  const services = createServices(platform);
  await registerManagement(app, services, await registerPortal(app, services));
  await app.ready();

  async function call(
    method: InjectOptions['method'] & string,
    url: string,
    options: CallOptions = {},
  ): Promise<Answer> {
    const { token, body, headers = {} } = options;
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? response.json() : { text: response.body },
    };
  }

  async function createPerson(
    username = `u${randomBytes(5).toString('hex')}`,
    isAdmin = false,
  ): Promise<Person> {
    const id = newId();
    const repositoryId = newId();
    await pool.query(sql.unsafe`
      insert into users (id, username, username_key, email, email_key, password_hash, is_admin)
      values (${id}, ${username}, ${username.toLowerCase()}, ${`${username}@example.com`},
        ${`${username}@example.com`.toLowerCase()}, '!', ${isAdmin})`);
    await pool.query(sql.unsafe`
      insert into repositories (id, slug, name, kind, visibility, owner_user_id)
      values (${repositoryId}, ${username.toLowerCase()}, ${username}, 'public', 'public', ${id})`);
    return { id, username, token: await createTokenOf(id), repositoryId };
  }

  async function createTokenOf(userId: string, scopes: readonly Scope[] = Scope.options): Promise<string> {
    const { secret, ...token } = createToken();
    await insertToken(pool, {
      ...token,
      id: newId(),
      userId,
      name: 'test',
      kind: 'personal',
      scopes,
      repositoryId: null,
      packageId: null,
      expiresAt: null,
    });
    return secret;
  }

  async function createSession(userId: string, ageSeconds = 0): Promise<string> {
    const id = newId();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const user = await findUser(pool, userId);
    await insertSession(pool, { id, userId, expiresAt, ipAddress: null, userAgent: null });
    await pool.query(sql.unsafe`
      update sessions set authenticated_at = now() - make_interval(secs => ${ageSeconds}) where id = ${id}`);
    const scopes = grantableScopes(user?.isAdmin ?? false);
    return authenticator.sessions.sign({ id, userId, scopes, expiresAt });
  }

  return {
    app,
    pool,
    platform,
    projected,
    call,
    createPerson,
    createToken: createTokenOf,
    createSession,
    stop: async () => {
      await app.close();
      await platform[Symbol.asyncDispose]();
      await pool.end();
      await rm(folder, { recursive: true, force: true });
      await database.stop();
    },
  };
}

export interface SeedRelease {
  version: string;
  state?: 'quarantine' | 'scanning' | 'published' | 'rejected';
  statusReason?: string | null;
  findings?: { kind: string; severity: string }[];
  dependencies?: Dependency[];
}

export interface Seed {
  repositoryId: string;
  name: string;
  visibility?: string;
  description?: string;
  keywords?: string[];
  releases: SeedRelease[];
}

export interface Seeded {
  id: string;
  url: string;
  findingIds: string[];
}

/** Inserts a crate as the publish workflow leaves it. */
export async function seedCrate({ pool, platform }: Management, seed: Seed): Promise<Seeded> {
  const id = newId();
  const findingIds: string[] = [];
  await pool.query(sql.unsafe`
    insert into packages (id, repository_id, ecosystem, name, name_key, visibility, description, keywords)
    values (${id}, ${seed.repositoryId}, 'cargo', ${seed.name},
      ${seed.name.toLowerCase().replaceAll('-', '_')}, ${seed.visibility ?? 'public'},
      ${seed.description ?? null}, ${sql.array(seed.keywords ?? [], 'text')})`);
  for (const { version } of seed.releases) {
    const sha256 = sha256Hex(`${seed.name}-${version}.crate`);
    await platform.blobs.put(contentKey(sha256), Buffer.from('abc'));
  }
  await platform.catalog.changePackage(id, async (tx) => {
    for (const release of seed.releases) {
      const releaseId = newId();
      const { version, state = 'published', statusReason = null } = release;
      const filename = `${seed.name}-${version}.crate`;
      const sha256 = sha256Hex(filename);
      const publication = {
        name: seed.name,
        version,
        description: seed.description ?? null,
        readme: null,
        license: 'MIT',
        homepage: null,
        repositoryUrl: null,
        keywords: [],
        isPrerelease: false,
        dependencies: release.dependencies ?? [],
        metadata: {
          deps: [],
          features: {},
          features2: null,
          links: null,
          rust_version: null,
          edition: null,
          authors: [],
          documentation: null,
          categories: [],
          license_file: null,
        },
      };
      await tx.query(sql.unsafe`
        insert into releases (id, package_id, version, version_key, state, status_reason, upload_id,
          upload_sha256, workflow_id, published_at)
        values (${releaseId}, ${id}, ${version}, ${version}, ${state}, ${statusReason}, ${randomUUID()},
          ${sha256}, ${`publish:cargo:${seed.name}@${version}`},
          ${state === 'published' ? new Date().toISOString() : null})`);
      await tx.query(sql.unsafe`
        insert into release_metadata (release_id, ecosystem, publication, files)
        values (${releaseId}, 'cargo', ${sql.jsonb(publication)}, '[]')`);
      if (release.dependencies) {
        const cargo = platform.ecosystems.get('cargo');
        await recordContents(tx, cargo, { id: releaseId, packageId: id, publication, files: [] });
      }
      await tx.query(sql.unsafe`insert into blobs (sha256, size_bytes) values (${sha256}, 3)
        on conflict do nothing`);
      await tx.query(sql.unsafe`
        insert into artifacts (id, release_id, kind, filename, content_type, size_bytes, sha256, sha512, sha1, md5)
        values (${newId()}, ${releaseId}, 'crate', ${filename}, 'application/gzip', 3, ${sha256}, 'a', 'b', 'c')`);
      for (const finding of release.findings ?? []) {
        const findingId = newId();
        findingIds.push(findingId);
        await tx.query(sql.unsafe`
          insert into findings (id, package_id, release_id, fingerprint, kind, severity, title, description, scanner)
          values (${findingId}, ${id}, ${releaseId}, ${findingId}, ${finding.kind}, ${finding.severity},
            'a finding', 'what it is', 'test/1')`);
      }
    }
  });
  await platform.search.project(id);
  return { id, url: `/v1/packages/cargo/${encodeURIComponent(seed.name)}`, findingIds };
}
