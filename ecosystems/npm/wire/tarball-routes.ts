import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RouteContext } from '../../context/context.ts';
import { identify } from './caller.ts';
import { filenameOf } from '../format/name.ts';
import { onPackage } from './package-routes.ts';
import { versionOfFile } from './tarball-file.ts';

export function registerTarballRoutes(app: FastifyInstance, context: RouteContext): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, name: string, file: string) => {
    const { caller } = await identify(context, request);
    const versionKey = versionOfFile(name, file);
    const filename = filenameOf(name, versionKey);
    return context.files.send(caller, reply, { nameKey: name, versionKey, filename });
  };

  onPackage(app, 'GET', ['', '/-/:file'], async (request, reply, name) => {
    const { file } = request.params as { file: string };
    return send(request, reply, name, file);
  });

  // the form in old lock files: @acme/probe/-/@acme/probe-1.0.0.tgz
  onPackage(app, 'GET', ['', '/-/:fileScope/:file'], async (request, reply, name) => {
    const { fileScope, file } = request.params as { fileScope: string; file: string };
    return send(request, reply, name, `${fileScope}/${file}`);
  });
}
