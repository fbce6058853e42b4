import type { Caller } from '../../domain/caller.ts';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { ids, type ReleaseRef, type RunRef } from '../../workflows/definitions.ts';
import { createRouteContext } from '../../api/ecosystems/context.ts';
import { createReads } from '../../services/files/reads.ts';
import { createServices } from '../../services/index.ts';
import { acceptPublish } from '../../services/publishing/accept.ts';
import { storeFiles } from '../../services/publishing/store-files.ts';
import { applyRejection } from '../../services/releases/decisions/of-workflow.ts';
import { publishRelease } from '../../services/releases/publish.ts';
import { createDigestBuilder } from '../../domain/digest.ts';
import type { Publication } from '../../domain/publication.ts';
import type { Declared } from '../../ecosystems/format.ts';
import type { Ecosystem } from '../../ecosystems/wire.ts';
import { createEcosystems } from '../../ecosystems/index.ts';
import type { RouteContext } from '../../ecosystems/context/context.ts';
import { stagingKey } from '../../store/blobs/blobs.ts';
import { createDiskBlobs } from '../../store/blobs/disk.ts';
import { createCatalog } from '../../store/postgres/packages/catalog.ts';
import { insertDecision } from '../../store/postgres/releases/decisions.ts';
import type { Change } from '../../store/postgres/notify.ts';
import { newId } from '../../store/postgres/ids.ts';
import { saveInspection, setReleaseState } from '../../store/postgres/releases/releases.ts';
import { insertUpload, type Uploader } from '../../store/postgres/releases/uploads.ts';

import { type Management, type Person, startManagement } from './management.ts';
import { createTestRenderer } from './renderer.ts';

export interface Asked {
  context: RouteContext;
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Caller;
}

/** The route context of one ecosystem over a real database; the test calls the steps of a publish one by one. */
export interface ContextPlatform {
  api: Management;
  /** Runs inside a real request of this person, or of an anonymous client. */
  as<T>(person: Pick<Person, 'token'> | undefined, run: (asked: Asked) => Promise<T>): Promise<T>;
  /** Publishes up to the step that makes the release visible. */
  upload(person: Person, declared: Draft, credential?: Partial<Uploader>): Promise<ReleaseRef>;
  /** `upload`, and the step that makes the release visible. */
  publish(person: Person, declared: Draft): Promise<ReleaseRef>;
  release(ref: ReleaseRef): Promise<void>;
  hold(ref: ReleaseRef, reason: string): Promise<void>;
  reject(ref: ReleaseRef): Promise<void>;
  stop(): Promise<void>;
}

export type Draft = Omit<Declared, 'metadata'> & { publication?: Partial<Publication>; bytes?: string };

const signer = {
  key: null,
  sign: (text: string) => ({ keyId: 'SHA256:test', signature: `signed ${text} ${randomUUID()}` }),
};

export async function startContext(
  ecosystem: Ecosystem,
  environment: NodeJS.ProcessEnv = {},
): Promise<ContextPlatform> {
  const api = await startManagement(environment);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-context-'));
  const { pool } = api;
  const { config } = api.platform;
  const ecosystems = createEcosystems([ecosystem]);
  const catalog = createCatalog(pool, createTestRenderer(ecosystems, config.http.publicUrl));
  const blobs = createDiskBlobs({ path: folder, fsync: false });
  const reads = createReads(pool, { cache: api.platform.cache, isUsable: () => true });
  const platform = { ...api.platform, ecosystems, blobs, catalog, signer };
  /** The run that owns each release, which its steps have to name. */
  const runs = new Map<string, RunRef>();
  const runOf = ({ releaseId }: ReleaseRef) => runs.get(releaseId) ?? { workflowId: '', runId: '' };
  const services = createServices({
    ...platform,
    reads,
    announce: (change: Change) => {
      if (change.kind === 'package') reads.forget(change.id);
      else api.platform.announce(change);
    },
  });
  const context = createRouteContext(services, ecosystem.id);
  const app = Fastify();
  const waiting = new Map<string, (asked: Asked) => Promise<unknown>>();
  app.post('/', async (request, reply) => {
    const { 'x-run': id, authorization } = request.headers;
    const caller = await context.callers.authenticate(request, authorization);
    await waiting.get(String(id))?.({ context, request, reply, caller });
    return reply.sent ? reply : {};
  });

  async function upload(
    person: Person,
    draft: Draft,
    credential: Partial<Uploader> = {},
  ): Promise<ReleaseRef> {
    const { publication = {}, bytes = `${draft.name}@${draft.version}`, ...declared } = draft;
    const id = newId();
    const body = Buffer.from(bytes);
    const digests = createDigestBuilder();
    digests.update(body);
    const { sha256, ...others } = digests.digest();
    await blobs.put(stagingKey(id), body);
    await insertUpload(pool, {
      ...others,
      id,
      sha256,
      sizeBytes: body.length,
      ecosystem: ecosystem.id,
      declared: { ...declared, metadata: {} },
      purpose: { kind: 'publish' },
      ttlSeconds: 3_600,
      actor: {
        userId: person.id,
        username: person.username,
        tokenId: null,
        boundRepositoryId: null,
        scopes: ['packages:write'],
        isExchanged: false,
        repositorySlug: null,
        ipAddress: null,
        userAgent: null,
        ...credential,
      },
    });
    const { name, version } = declared;
    const input = { uploadId: id, ecosystem: ecosystem.id, name, version, sha256, publisher: person.id };
    const nameKey = ecosystem.names.canonical(name);
    const versionKey = ecosystem.versions.canonical(version);
    const run = { workflowId: ids.publish(ecosystem.id, nameKey, versionKey), runId: randomUUID() };
    const ref = await acceptPublish(platform, { ...input, ...run });
    await storeFiles(platform, { ...ref, ...run });
    runs.set(ref.releaseId, run);
    const described = { ...plain, name, version, ...publication };
    await saveInspection(pool, { id: ref.releaseId, ecosystem: ecosystem.id }, described, []);
    return ref;
  }

  async function release(ref: ReleaseRef): Promise<void> {
    const run = runOf(ref);
    await publishRelease(platform, { ...ref, ...run }, { number: 1, run });
    reads.forget(ref.packageId);
  }

  return {
    api,
    upload,
    release,
    hold: ({ releaseId }, reason) => setReleaseState(pool, releaseId, 'quarantine', reason),
    async reject(ref) {
      const verdict = { kind: 'reject', reason: null, performer: noPerformer } as const;
      await pool.transaction((tx) => insertDecision(tx, { releaseId: ref.releaseId, ...verdict }));
      await applyRejection(platform, { ...ref, ...runOf(ref) });
    },
    async publish(person, draft) {
      const ref = await upload(person, draft);
      await release(ref);
      return ref;
    },
    async as<T>(person: Pick<Person, 'token'> | undefined, run: (asked: Asked) => Promise<T>): Promise<T> {
      const id = randomUUID();
      const outcome = Promise.withResolvers<T>();
      // the caller handles the outcome
      outcome.promise.catch(() => {});
      waiting.set(id, async (asked) => {
        await run(asked).then(outcome.resolve, outcome.reject);
      });
      const authorization = person && { authorization: person.token };
      const response = await app.inject({
        method: 'POST',
        url: '/',
        headers: { 'x-run': id, ...authorization },
      });
      waiting.delete(id);
      if (response.statusCode >= 400) outcome.reject(new Error(response.body));
      return outcome.promise;
    },
    async stop() {
      await app.close();
      await api.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const noPerformer = { userId: null, tokenId: null, ipAddress: null, userAgent: null };

const plain: Omit<Publication, 'name' | 'version'> = {
  description: null,
  readme: null,
  license: null,
  homepage: null,
  repositoryUrl: null,
  keywords: [],
  isPrerelease: false,
  dependencies: [],
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
