import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KnownCaller } from '../../../domain/caller.ts';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { OwnWebhook } from '../../context/webhooks.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';
import { identifyWriter } from './caller.ts';
import { readFields } from './short-form.ts';

const base = '/api/v1/web_hooks';
/** Replaces a gem's name: all gems. */
const everyGem = '*';

/** Webhooks for pushes: for one gem, or for all gems that the webhook's owner may see. */
export function registerWebhookRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const form of ['', '.json', '.yaml']) {
    app.get(`${base}${form}`, async (request, reply) => {
      const caller = await identifyWriter(context, request, 'access_webhooks');
      const groups = grouped(await context.webhooks.list(caller));
      reply.header('cache-control', 'no-store');
      if (form !== '.yaml') return reply.send(Object.fromEntries(groups));
      return reply.header('content-type', 'application/yaml; charset=utf-8').send(yamlOf(groups));
    });
  }
  app.post(base, { config: { body: limits['short form'] } }, async (request, reply) => {
    const { caller, name, url } = await read(context, request);
    await withGem(context.webhooks.create(caller, { name, url }));
    return tell(reply, 201, `Successfully created webhook for ${whatOf(name)} to ${url}`);
  });
  app.delete(`${base}/remove`, { config: { body: limits['short form'] } }, async (request, reply) => {
    const { caller, name, url } = await read(context, request);
    await context.webhooks.remove(caller, { name, url }).catch(asMissingHook);
    return tell(reply, 200, `Successfully removed webhook for ${whatOf(name)} to ${url}`);
  });
  app.post(`${base}/fire`, { config: { body: limits['short form'] } }, async (request, reply) => {
    const { caller, name: asked, url } = await read(context, request);
    const name = asked ?? (await someGem(context, caller));
    const isTaken = await withGem(context.webhooks.fire(caller, { name, url }));
    return isTaken
      ? tell(reply, 200, `Successfully deployed webhook for ${name} to ${url}`)
      : tell(reply, 400, `There was a problem deploying webhook for ${name} to ${url}`);
  });
}

interface Asked {
  caller: KnownCaller;
  /** Null: all gems. */
  name: string | null;
  url: string;
}

async function read(context: RouteContext, request: FastifyRequest): Promise<Asked> {
  const caller = await identifyWriter(context, request, 'access_webhooks');
  const fields = await readFields(request);
  const name = fields.get('gem_name') ?? '';
  const url = fields.get('url') ?? '';
  if (url === '') throw new DomainError('bad_request', 'URL was not provided');
  if (url.length > limits.address.characters) {
    throw new DomainError('validation_failed', `a URL has at most ${limits.address.characters} characters`);
  }
  return { caller, name: name === everyGem ? null : name, url };
}

/** Webhooks by gem, in the order of each gem's first webhook; webhooks for all gems last. */
function grouped(webhooks: readonly OwnWebhook[]): Map<string, { failure_count: number; url: string }[]> {
  const ofGems = webhooks.filter(({ packageName }) => packageName !== null);
  const groups = Map.groupBy([...ofGems, ...webhooks.filter((each) => !ofGems.includes(each))], (each) =>
    whatOf(each.packageName),
  );
  return new Map(
    [...groups].map(([what, of]) => [
      what,
      of.map(({ failures, url }) => ({ failure_count: failures, url })),
    ]),
  );
}

function yamlOf(groups: ReturnType<typeof grouped>): string {
  const lines = [...groups].map(([what, webhooks]) => {
    const entries = webhooks.map(
      ({ failure_count: failures, url }) => `- failure_count: ${failures}\n  url: ${JSON.stringify(url)}\n`,
    );
    return `${JSON.stringify(what)}:\n${entries.join('')}`;
  });
  return lines.length === 0 ? '--- {}\n' : `---\n${lines.join('')}`;
}

const whatOf = (name: string | null) => name ?? 'all gems';

/** A gem for the test of a webhook for all gems: any that the caller finds. @throws DomainError `not_found` */
async function someGem(context: RouteContext, caller: KnownCaller): Promise<string> {
  const { hits } = await context.search(caller, { text: '', facets: [], fields: [], offset: 0, limit: 1 });
  const name = hits[0]?.payload['name'];
  if (typeof name !== 'string') throw notFound('gem');
  return name;
}

function tell(reply: FastifyReply, status: number, text: string): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' });
  return reply.code(status).send(text);
}

/** @throws DomainError `not_found` in the protocol's words */
function withGem<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw isMissing(error) ? new DomainError('not_found', 'This gem could not be found') : error;
  });
}

/** @throws DomainError `not_found` in the protocol's words */
function asMissingHook(error: unknown): never {
  throw isMissing(error) ? new DomainError('not_found', 'No such webhook exists under your account.') : error;
}

const isMissing = (error: unknown) => error instanceof DomainError && error.code === 'not_found';
