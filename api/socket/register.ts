import type { IncomingMessage } from 'node:http';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { chessError } from '../../chess/errors.ts';
import { sendChessProblem } from '../plugins/chess-errors.ts';
import { localeOf } from '../plugins/chess-locale.ts';
import type { ServingPlatform } from '../platform.ts';
import { createConnections } from './connections.ts';
import { type SocketLimits, usualLimits } from './limits.ts';
import type { SocketPlatform } from './socket-platform.ts';

const path = '/ws';

/** Whether a request may become a WebSocket. Upgrade requests elsewhere are ignored, as HTTP allows. */
export function isSocketUpgrade({ url = '', headers }: IncomingMessage): boolean {
  return url.split('?', 1)[0] === path && headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Registers the WebSocket of the chess service; `unusual` are limits for tests. Any origin may connect: no cookie or
 * other ambient right counts here, so a foreign page gets no more rights than its visitor has without it.
 */
export async function registerSocket(
  app: FastifyInstance,
  platform: SocketPlatform & Pick<ServingPlatform, 'config' | 'metrics'>,
  unusual: Partial<SocketLimits> = {},
): Promise<void> {
  const { config, log, metrics } = platform;
  const { lang } = config.chess;
  const limits = { ...usualLimits(config.limits.rates), ...unusual };
  const connections = createConnections(platform, limits, metrics.sockets);

  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: limits.maxFrameBytes, perMessageDeflate: false },
      // connections close their own sockets
      errorHandler: (error) => log.info({ err: error }, 'a socket broke'),
      async preClose() {
        await connections.drain();
        scope.websocketServer.close();
      },
    });
    scope.setErrorHandler((error, request, reply) =>
      sendChessProblem(error, request, reply, { baseUrl: config.http.publicUrl, lang }),
    );
    // an HTTP answer instead of a socket: the connection has left HTTP and can not be reused
    scope.addHook('onResponse', async ({ raw }) => {
      if (isSocketUpgrade(raw)) raw.socket.destroySoon();
    });
    scope.route({
      method: 'GET',
      url: path,
      exposeHeadRoute: false,
      config: { tier: 'read' },
      schema: { hide: true },
      preValidation: async (request) => {
        if (request.ws) connections.requireRoomFor(request.ip);
      },
      handler: (_request, reply) => {
        reply.header('upgrade', 'websocket');
        throw chessError('upgrade_required', 'error.upgrade_required');
      },
      wsHandler(socket, request) {
        const locale = localeOf(request.raw.url ?? '', request.headers, lang);
        connections.open(socket, { address: request.ip, locale });
      },
    });
  });
}
