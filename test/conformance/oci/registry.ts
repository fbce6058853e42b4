import { createHash, randomBytes } from 'node:crypto';

/** A registry as clients of the distribution protocol see it, through one of its mounts. */

export interface Answer {
  status: number;
  headers: Headers;
  body: Buffer;
}

export interface Asking {
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | ReadableStream;
  /** `null` sends no credential. */
  authorization?: string | null;
}

export interface Registry {
  /** Path of the protocol's root, e.g. `/v2`. */
  mount: string;
  /** Origin of the server. */
  origin: string;
  username: string;
  token: string;
  /** Sends a request to a path below the mount, or to the value of a `Location`. */
  ask(method: string, path: string, asking?: Asking): Promise<Answer>;
  /** The name of an unused repository. */
  newName(): string;
}

export function createRegistry(
  origin: string,
  mount: string,
  { username, token }: { username: string; token: string },
): Registry {
  const basic = basicOf(username, token);
  return {
    mount,
    origin,
    username,
    token,
    newName: () => `${username}/c${randomBytes(6).toString('hex')}`,
    async ask(method, path, { headers = {}, body, authorization = basic } = {}) {
      const url =
        path.startsWith(`${mount}/`) || path === mount ? origin + path : absolute(origin, mount, path);
      const response = await fetch(url, {
        method,
        headers: { ...(authorization === null ? {} : { authorization }), ...headers },
        body: body ?? null,
        redirect: 'manual',
        ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
      } as RequestInit);
      return {
        status: response.status,
        headers: response.headers,
        body: Buffer.from(await response.arrayBuffer()),
      };
    },
  };
}

function absolute(origin: string, mount: string, path: string): string {
  return path.startsWith('http') ? path : `${origin}${mount}/${path}`;
}

export function basicOf(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

export function digestOf(bytes: Uint8Array | string, algorithm = 'sha256'): string {
  return `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
}

export function header(answer: Answer, name: string): string {
  const value = answer.headers.get(name);
  if (value === null) throw new Error(`${answer.status} without ${name}: ${answer.body.toString()}`);
  return value;
}

/** The error codes of an answer. @throws Error for a body that does not have the protocol's shape */
export function codesOf({ headers, body, status }: Answer): string[] {
  const type = headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) throw new Error(`${status} ${type}: ${body.toString()}`);
  const { errors } = JSON.parse(body.toString()) as { errors: { code: string; message: string }[] };
  return errors.map(({ code }) => code);
}

export function jsonOf({ body }: Answer): unknown {
  return JSON.parse(body.toString());
}
