import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../../domain/caller.ts';
import { DomainError, notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { relabelNotFound } from '../../relabel-not-found.ts';
import { paths, sumLine } from '../format/documents.ts';
import { latest } from '../format/latest.ts';
import { sumEnding, sumsFile } from '../format/path.ts';
import { latestAlias } from '../format/version.ts';
import { addressOf, type FileRoute, nameKeyOf, type PackageRoute, reads, releaseKeys } from './address.ts';
import { identify, identifyPublisher } from './caller.ts';
import { isForDraft, presentDraft } from './draft.ts';
import { sendJson } from './receive-file.ts';

type LatestRoute = PackageRoute & { Params: { '*'?: string } };
type ReadRoute = { Params: { name: string; version: string; '*'?: string } };

/** Files, their checksums and their list; URLs of the newest version redirect to a changing target. */
export function registerFileRoutes(app: FastifyInstance, context: RouteContext): void {
  for (const below of ['', '/*']) {
    app.route<LatestRoute>({
      method: [...reads],
      url: `/:name/${latestAlias}${below}`,
      handler: (request, reply) => redirectToLatest(context, request, reply),
    });
    app.route<ReadRoute>({
      method: [...reads],
      url: `/:name/:version${below}`,
      handler: (request, reply) => read(context, request, reply),
    });
  }
}

async function read(
  context: RouteContext,
  request: FastifyRequest<ReadRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { '*': path = '' } = request.params;
  if (path === '' && isForDraft(request)) return sendDraft(context, request, reply);
  const { caller } = await identify(context, request);
  const { nameKey, versionKey } = releaseKeys(request.params);
  const { name, version } = request.params;
  return relabelNotFound(`${name} ${version}${path === '' ? '' : `/${path}`}`, () => {
    if (path === '') return context.documents.send(caller, reply, paths.files(nameKey, versionKey));
    if (path === sumsFile) return context.documents.send(caller, reply, paths.sums(nameKey, versionKey));
    return sendFile(context, caller, reply, { name, version, '*': path });
  });
}

/** Sends the draft to users who may publish it. */
async function sendDraft(
  context: RouteContext,
  request: FastifyRequest<ReadRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller } = await identifyPublisher(context, request);
  releaseKeys(request.params);
  const { name, version } = request.params;
  return sendJson(reply, 200, presentDraft(await context.drafts.get(caller, name, version)));
}

async function redirectToLatest(
  context: RouteContext,
  request: FastifyRequest<LatestRoute>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller, mount } = await identify(context, request);
  const found = await context.packages.get(caller, nameKeyOf(request.params), { metadata: [] });
  const version = latest(found.releases);
  if (version === null) throw notFound('version');
  const { name } = found.package;
  const address = addressOf({ name, version, path: request.params['*'] ?? '' });
  return reply.header('cache-control', 'private, no-cache').redirect(`${mount.url}/${address}`, 302);
}

async function sendFile(
  context: RouteContext,
  caller: Caller,
  reply: FastifyReply,
  params: FileRoute['Params'],
): Promise<FastifyReply> {
  const filename = params['*'];
  try {
    return await context.files.send(caller, reply, { ...releaseKeys(params), filename });
  } catch (error) {
    const isMissing = error instanceof DomainError && error.code === 'not_found';
    if (!isMissing || !filename.endsWith(sumEnding)) throw error;
  }
  // without a published file of this name, which earlier rules allowed: the checksum of the named file
  const { release } = await context.releases.get(caller, params.name, params.version);
  const about = filename.slice(0, -sumEnding.length);
  const file = release.artifacts.find((artifact) => artifact.filename === about);
  if (file === undefined) throw notFound('file');
  return reply
    .header('cache-control', 'private, no-cache')
    .type('text/plain; charset=utf-8')
    .send(sumLine(about.slice(about.lastIndexOf('/') + 1), file.sha256));
}
