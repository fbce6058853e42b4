import { createSharedCache } from '../../store/cache/shared-cache.ts';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { createParts } from '../../services/files/parts.ts';
import { createPartReads } from '../../services/files/parts-reads.ts';
import { createSendArtifact } from '../../api/ecosystems/send-artifact.ts';
import { withSending } from '../../api/ecosystems/send-part.ts';
import { callerOf } from '../../api/callers.ts';
import { toDomainError } from '../../api/plugins/domain-error.ts';
import { anonymous } from '../../domain/actor.ts';
import { type Blobs, contentKey } from '../../store/blobs/blobs.ts';
import { createDiskBlobs } from '../../store/blobs/disk.ts';
import { sql } from '../../store/postgres/pool.ts';
import { AnyRow, type Management, type Person, seedCrate, startManagement } from './management.ts';
import { createOpenFile } from '../../services/files/open.ts';

/** A process that accepts parts: its whole state is in the database and the store. */
export interface Replica {
  url: string;
  /** Keys that the cache was asked for. */
  lookups: string[];
  forget(packageId: string): void;
  stop(): Promise<void>;
}

export interface PartsPlatform {
  management: Management;
  blobs: Blobs;
  folder: string;
  startReplica(options?: { maxPartBytes?: number }): Promise<Replica>;
  hasBytes(sha256: string): Promise<boolean>;
  /** A visible release of a new package that refers to these parts, which must have been uploaded under its name. */
  publish(owner: Person, name: string, digests: readonly string[], seed?: PublishSeed): Promise<Published>;
  stop(): Promise<void>;
}

export interface PublishSeed {
  visibility?: string;
  state?: 'published' | 'quarantine' | 'rejected';
  version?: string;
}

export interface Published {
  packageId: string;
  releaseId: string;
}

/** Parts with a real database and folder, behind routes that belong to no protocol. */
export async function startPartsPlatform(): Promise<PartsPlatform> {
  const management = await startManagement();
  const folder = await mkdtemp(join(tmpdir(), 'rookery-parts-'));
  const blobs = createDiskBlobs({ path: folder, fsync: false });

  async function startReplica({ maxPartBytes = 1e9 } = {}): Promise<Replica> {
    const lookups: string[] = [];
    const cache = createSharedCache({
      maxBytes: 1 << 24,
      onLookup: (name, result) => {
        if (name === 'parts') lookups.push(result);
      },
    });
    const reads = createPartReads(management.pool, { cache, isUsable: () => true });
    const app = createApp(management, blobs, reads, maxPartBytes);
    await app.listen({ host: '127.0.0.1', port: 0 });
    // a listening TCP server has an object as its address
    const { port } = app.server.address() as AddressInfo;
    const stop = async () => {
      app.server.closeAllConnections();
      await app.close();
    };
    return { url: `http://127.0.0.1:${port}`, lookups, forget: reads.forget, stop };
  }

  async function publish(
    owner: Person,
    name: string,
    digests: readonly string[],
    { visibility = 'public', state = 'published', version = '1.0.0' }: PublishSeed = {},
  ): Promise<Published> {
    const releases = [{ version, state }];
    const { id: packageId } = await seedCrate(management, {
      repositoryId: owner.repositoryId,
      name,
      visibility,
      releases,
    });
    const { id: releaseId } = await management.pool.one(sql.type(AnyRow)`
      select id from releases where package_id = ${packageId}`);
    await management.pool.query(sql.unsafe`
      insert into release_blobs (release_id, package_id, digest, sha256, size_bytes)
      select ${releaseId}, ${packageId}, digest, min(sha256), min(size_bytes) from package_blobs
      where name_key = ${name} and digest = any(${sql.array([...digests], 'text')}) group by digest`);
    return { packageId, releaseId: String(releaseId) };
  }

  return {
    management,
    blobs,
    folder,
    startReplica,
    hasBytes: async (sha256) => (await blobs.stat(contentKey(sha256))) !== undefined,
    publish,
    async stop() {
      await management.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The platform with two replicas and two people. */
export interface PeopledParts extends PartsPlatform {
  replica: Replica;
  other: Replica;
  owner: Person;
  stranger: Person;
}

export async function startPeopledParts(): Promise<PeopledParts> {
  const platform = await startPartsPlatform();
  const { createPerson } = platform.management;
  const [replica, other] = await Promise.all([platform.startReplica(), platform.startReplica()]);
  const [owner, stranger] = await Promise.all([createPerson(), createPerson()]);
  async function stop(): Promise<void> {
    await Promise.all([replica.stop(), other.stop()]);
    await platform.stop();
  }
  return { ...platform, replica, other, owner, stranger, stop };
}

function createApp(
  { platform: deps, pool }: Management,
  blobs: Blobs,
  reads: ReturnType<typeof createPartReads>,
  maxPartBytes: number,
): FastifyInstance {
  const app = Fastify({ routerOptions: { maxParamLength: 500 } });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const ecosystem = deps.ecosystems.get('cargo');
  const sendArtifact = createSendArtifact(
    createOpenFile({ blobs, cache: createSharedCache({ maxBytes: 1 << 24 }) }),
  );
  const service = createParts(
    {
      pool,
      blobs,
      config: { ...deps.config, parts: { ...deps.config.parts, maxBytes: maxPartBytes } },
      reads: { parts: reads },
      log: { warn: () => {} },
    },
    ecosystem,
  );
  const parts = withSending(service, sendArtifact);
  const callerFor = async (request: FastifyRequest) => {
    const { authorization: token } = request.headers;
    return callerOf(request, token === undefined ? anonymous : await deps.authenticator.authenticate(token));
  };
  app.setErrorHandler((error, _request, reply) => {
    const { status, code, detail, meta } = toDomainError(error);
    return reply.code(status).send({ code, detail, ...meta });
  });

  type Asked = {
    Params: { name: string; id: string; digest: string };
    Querystring: Record<string, string>;
    Headers: { authorization?: string; 'x-from'?: string; 'x-max'?: string };
  };
  app.post<Asked>('/:name/uploads', async (request) => {
    const algorithm = request.query['algorithm'] === 'sha512' ? 'sha512' : 'sha256';
    const caller = await callerFor(request);
    return parts.start(caller, request.params.name, algorithm);
  });
  const path = '/:name/uploads/:id';
  app.get<Asked>(path, async (request) => find(request));
  app.patch<Asked>(path, async (request) => {
    const from = request.headers['x-from'];
    return parts.append(await find(request), request.body as Readable, {
      ...(from === undefined ? {} : { from: Number(from) }),
      maxBytes: Number(request.headers['x-max'] ?? 1e12),
    });
  });
  app.put<Asked>(path, async (request) => {
    const caller = await callerFor(request);
    return parts.finish(caller, await find(request), request.query['digest'] ?? '');
  });
  app.delete<Asked>(path, async (request, reply) => {
    await parts.cancel(await find(request));
    return reply.code(204).send();
  });
  app.post<Asked>('/:name/mounts', async (request, reply) => {
    const caller = await callerFor(request);
    const { from = null, digest = '' } = request.query;
    const part = await parts.mount(caller, request.params.name, from, digest);
    return part ?? reply.code(202).send();
  });
  app.route<Asked>({
    method: ['GET', 'HEAD'],
    url: '/:name/parts/:digest',
    handler: async (request, reply) => {
      const caller = await callerFor(request);
      return parts.send(caller, reply, request.params.name, request.params.digest);
    },
  });
  app.delete<Asked>('/:name/parts/:digest', async (request, reply) => {
    const caller = await callerFor(request);
    await parts.unlink(caller, request.params.name, request.params.digest);
    return reply.code(204).send();
  });
  app.get<Asked>('/:name/missing', async (request) => {
    const caller = await callerFor(request);
    const digests = (request.query['digests'] ?? '').split(',');
    return parts.listMissing(caller, request.params.name, digests);
  });

  async function find(request: FastifyRequest<Asked>) {
    const caller = await callerFor(request);
    return parts.find(caller, request.params.name, request.params.id);
  }
  return app;
}

export interface PartAnswer {
  status: number;
  headers: Headers;
  // each request of the tests knows the form of its answer
  body: Record<string, unknown>;
  bytes: Buffer;
}

/** Requests as one person, or anonymous. */
export function clientOf(replica: Pick<Replica, 'url'>, person?: Pick<Person, 'token'>) {
  async function call(
    method: string,
    path: string,
    body?: Buffer | ReadableStream,
    headers: Record<string, string> = {},
  ): Promise<PartAnswer> {
    const response = await fetch(`${replica.url}/${path}`, {
      method,
      headers: { ...(person ? { authorization: person.token } : {}), ...headers },
      // the types lack `duplex`, which streams need
      ...(body === undefined ? {} : ({ body, duplex: 'half' } as RequestInit)),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = bytes.length > 0 && response.headers.get('content-type')?.includes('json') === true;
    const parsed = isJson ? (JSON.parse(bytes.toString()) as Record<string, unknown>) : {};
    return { status: response.status, headers: response.headers, body: parsed, bytes };
  }

  return {
    call,
    async start(name: string, algorithm = 'sha256'): Promise<string> {
      const { status, body } = await call('POST', `${name}/uploads?algorithm=${algorithm}`);
      if (status !== 200) throw new Error(`start of ${name}: ${status} ${JSON.stringify(body)}`);
      return `${name}/uploads/${String(body['id'])}`;
    },
    /** Uploads in the usual order: start, one piece, finish. */
    async push(name: string, bytes: Buffer, digest = sha256Of(bytes)): Promise<PartAnswer> {
      const upload = await this.start(name, digest.startsWith('sha512') ? 'sha512' : 'sha256');
      if (bytes.length > 0) await call('PATCH', upload, bytes);
      return call('PUT', `${upload}?digest=${digest}`);
    },
  };
}

export function sha256Of(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

export function sha512Of(bytes: Buffer): string {
  return `sha512:${createHash('sha512').update(bytes).digest('hex')}`;
}

export function hexOf(digest: string): string {
  return digest.slice(digest.indexOf(':') + 1);
}

export function freshName(): string {
  return `part${randomBytes(8).toString('hex')}`;
}
