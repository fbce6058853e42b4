import { createHash, randomBytes } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import type { Platform } from './platform.ts';

/** Requests of image clients that upload in pieces. */
export interface LayerClient {
  /** `<user>/<random>`, in the user's own namespace. */
  name: string;
  call(
    method: string,
    path: string,
    body?: Uint8Array | string,
    headers?: Record<string, string>,
  ): Promise<LayerAnswer>;
  /** Starts an upload. Returns its path. */
  start(): Promise<string>;
  /** Uploads in the usual order: start, piece, finish. */
  push(bytes: Buffer): Promise<LayerAnswer>;
  /** Pushes an image of these layers. Returns the answer to the manifest. */
  pushImage(layers: readonly Layer[], tag: string, config?: object): Promise<LayerAnswer>;
  /** Starts a piece, of which the caller sends only the first bytes. */
  startPiece(path: string, length: number): ClientRequest;
}

export interface Layer {
  bytes: Buffer;
  mediaType: string;
}

export interface LayerAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

export function layerClient(
  platform: Pick<Platform, 'url'>,
  user: { username: string; token: string },
): LayerClient {
  const name = `${user.username.toLowerCase()}/${randomBytes(8).toString('hex')}`;
  const authorization = `Bearer ${user.token}`;

  async function call(
    ...[method, path, body, headers = {}]: Parameters<LayerClient['call']>
  ): Promise<LayerAnswer> {
    const response = await fetch(new URL(path, platform.url), {
      method,
      headers: { authorization, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  }

  async function start(): Promise<string> {
    const answer = await call('POST', `/v2/${name}/blobs/uploads/`);
    if (answer.status !== 202) throw new Error(`upload: ${answer.status} ${answer.bytes.toString()}`);
    return answer.headers.get('location') ?? '';
  }

  async function push(bytes: Buffer): Promise<LayerAnswer> {
    const upload = await start();
    await call('PATCH', upload, bytes, { 'content-type': 'application/octet-stream' });
    return call('PUT', withDigest(upload, bytes));
  }

  async function pushImage(layers: readonly Layer[], tag: string, config: object = {}): Promise<LayerAnswer> {
    const settings = Buffer.from(JSON.stringify({ architecture: 'amd64', os: 'linux', ...config }));
    for (const bytes of [settings, ...layers.map((layer) => layer.bytes)]) {
      const { status, bytes: text } = await push(bytes);
      if (status !== 201) throw new Error(`layer: ${status} ${text.toString()}`);
    }
    const mediaType = 'application/vnd.oci.image.manifest.v1+json';
    const manifest = {
      schemaVersion: 2,
      mediaType,
      config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...descriptor(settings) },
      layers: layers.map((layer) => ({ mediaType: layer.mediaType, ...descriptor(layer.bytes) })),
    };
    const path = `/v2/${name}/manifests/${tag}`;
    return call('PUT', path, JSON.stringify(manifest), { 'content-type': mediaType });
  }

  function startPiece(path: string, length: number): ClientRequest {
    const headers = { authorization, 'content-length': length, 'content-type': 'application/octet-stream' };
    const piece = request(new URL(path, platform.url), { method: 'PATCH', headers });
    piece.on('error', () => undefined);
    return piece;
  }

  return { name, call, start, push, pushImage, startPiece };
}

export function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

export function withDigest(upload: string, bytes: Uint8Array): string {
  return `${upload}${upload.includes('?') ? '&' : '?'}digest=${digestOf(bytes)}`;
}

function descriptor(bytes: Buffer) {
  return { digest: digestOf(bytes), size: bytes.length };
}

/** Received bytes from the answer's `Range`; `0-0` means none, because the clients here send no single bytes. */
export function receivedBytes({ headers }: LayerAnswer): number {
  const last = Number(headers.get('range')?.split('-')[1] ?? 0);
  return last === 0 ? 0 : last + 1;
}
