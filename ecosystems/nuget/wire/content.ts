import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './credentials.ts';
import { packageKey, releaseKeys } from './keys.ts';
import { hives, nupkgName, paths, snupkgName, type Hive } from '../format/urls.ts';

interface PackageRoute {
  Params: { id: string };
}
interface FileRoute {
  Params: { id: string; version: string; file: string };
}
interface LeafRoute {
  Params: { id: string; leaf: string };
}

const method = ['GET', 'HEAD'] as const;

/** Reads of stored documents and files; URLs in other spellings redirect to the canonical URL. */
export function contentRoutes(app: FastifyInstance, context: RouteContext): void {
  const document = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const { caller, mount } = await enter(context, request);
    const elsewhere = canonicalAddress(request, mount.url, path);
    if (elsewhere !== undefined) return reply.redirect(elsewhere, 302);
    return context.documents.send(caller, reply, `${mount.documentPrefix}${path}`);
  };

  app.route<PackageRoute>({
    method: [...method],
    url: '/v3-flatcontainer/:id/index.json',
    handler: (request, reply) => document(request, reply, paths.versions(packageKey(request.params.id))),
  });
  app.route<FileRoute>({
    method: [...method],
    url: '/v3-flatcontainer/:id/:version/:file',
    handler: (request, reply) => sendFile(context, request, reply),
  });
  for (const hive of hives) {
    app.route<PackageRoute>({
      method: [...method],
      url: `/v3/${hive}/:id/index.json`,
      handler: (request, reply) =>
        document(request, reply, paths.registration(hive, packageKey(request.params.id))),
    });
    app.route<LeafRoute>({
      method: [...method],
      url: `/v3/${hive}/:id/:leaf`,
      handler: (request, reply) => document(request, reply, leafPath(hive, request.params)),
    });
  }
}

async function sendFile(context: RouteContext, request: FastifyRequest<FileRoute>, reply: FastifyReply) {
  const { caller, mount } = await enter(context, request);
  const { idKey, versionKey } = releaseKeys(request.params.id, request.params.version);
  const filename = canonicalFile(request.params, idKey, versionKey);
  const elsewhere = canonicalAddress(request, mount.url, paths.file(idKey, versionKey, filename));
  if (elsewhere !== undefined) return reply.redirect(elsewhere, 302);
  return context.files.send(caller, reply, { nameKey: idKey, versionKey, filename });
}

async function enter(context: RouteContext, request: FastifyRequest) {
  const caller = await identify(context, request);
  return { caller, mount: await context.mount(caller) };
}

const extracts = new Set(['readme', 'icon', 'license']);

/** The canonical filename; the requested one repeats id and version in the spelling of the URL. */
function canonicalFile(params: FileRoute['Params'], idKey: string, versionKey: string): string {
  const file = params.file.toLowerCase();
  const spelled = `${params.id}.${params.version}.nupkg`.toLowerCase();
  const nupkg = nupkgName(idKey, versionKey);
  if (file === nupkg || file === spelled) return nupkg;
  if (file === snupkgName(idKey, versionKey)) return file;
  if (file === `${idKey}.nuspec` || extracts.has(file)) return file;
  throw notFound('file');
}

function leafPath(hive: Hive, params: LeafRoute['Params']): string {
  const version = /^(.+)\.json$/i.exec(params.leaf)?.[1];
  if (version === undefined) throw notFound('package');
  const { idKey, versionKey } = releaseKeys(params.id, version);
  return paths.leaf(hive, idKey, versionKey);
}

/** The canonical URL; undefined if the request already has it. Percent-encoding does not count as another spelling. */
function canonicalAddress(request: FastifyRequest, mountUrl: string, path: string): string | undefined {
  const [asked = ''] = request.url.split('?', 1);
  return decodeURIComponent(asked).endsWith(`/${path}`) ? undefined : `${mountUrl}/${path}`;
}
