import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Config } from './config.ts';
import type { Logger } from './logging.ts';
import type { Metrics } from './metrics.ts';
import type { Role } from './secrets.ts';

/** The health of a role. */
export interface RoleState {
  isReady: boolean;
  parts: Readonly<Record<string, 'ok' | 'error' | 'disabled'>>;
  /** The problems, in sentences. */
  problems: readonly string[];
}

export interface HealthSources {
  metrics: Pick<Metrics, 'registry' | 'watchState'>;
  /** Metrics of another registry, in the text format. */
  moreMetrics?(): Promise<string>;
  state(): Promise<RoleState>;
}

const offsets: Record<Role, number> = { api: 0, worker: 1, scanner: 2, engine: 3 };

/**
 * Serves `/health`, `/readiness` and `/metrics` of a role on a separate port, so that the public port never exposes
 * them. Port 0: off. If a second platform on the machine has the default port, the role runs without these routes.
 */
export async function serveHealth(
  { metrics: { host, port: first, isChosen }, version }: Pick<Config, 'metrics' | 'version'>,
  role: Role,
  { metrics, moreMetrics, state }: HealthSources,
  log: Pick<Logger, 'warn'>,
): Promise<Server | undefined> {
  if (first === 0) return undefined;
  metrics.watchState(state);
  const answers: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/health': async (response) =>
      sendJson(response, 200, { status: 'ok', service: 'rookery', role, version }),
    '/readiness': async (response) => {
      const { isReady, parts, problems } = await state();
      const status = isReady ? 'ready' : 'not_ready';
      sendJson(response, isReady ? 200 : 503, { status, role, ...parts, problems });
    },
    '/metrics': async (response) => {
      const [own, more] = await Promise.all([metrics.registry.metrics(), moreMetrics?.() ?? '']);
      response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(own + more);
    },
  };
  const server = createServer((request, response) => {
    const answer = request.method === 'GET' ? answers[request.url ?? ''] : undefined;
    if (!answer) response.writeHead(404).end();
    else answer(response).catch(() => response.writeHead(500).end());
  });
  const port = first + offsets[role];
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve);
    });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (isChosen || !isTaken) throw error;
    log.warn({ port }, 'another program has the port of health and metrics: METRICS_PORT chooses another');
    return undefined;
  }
  return server;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
