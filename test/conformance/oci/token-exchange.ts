import { type Answer, basicOf, type Registry } from './registry.ts';

/**
 * The registry for clients that send no credential before a challenge, exchange it then for a token, and keep that:
 * one for each repository and kind of request, even if the repository changes meanwhile.
 */
export function tradingWith(registry: Registry): Registry {
  const tokens = new Map<string, string>();
  return {
    ...registry,
    async ask(method, path, asking = {}) {
      if (asking.authorization !== undefined) return registry.ask(method, path, asking);
      const key = `${repositoryOf(registry, path)} ${kindOf(method)}`;
      const first = await registry.ask(method, path, { ...asking, authorization: tokens.get(key) ?? null });
      if (first.status !== 401) return first;
      const authorization = await trade(registry, first);
      tokens.set(key, authorization);
      return registry.ask(method, path, { ...asking, authorization });
    },
  };
}

function repositoryOf({ mount }: Registry, path: string): string {
  const below = path.startsWith(`${mount}/`) ? path.slice(mount.length + 1) : path;
  return below.split(/\/(?:blobs|manifests|tags|referrers)\//, 1)[0] ?? '';
}

function kindOf(method: string): string {
  if (method === 'GET' || method === 'HEAD') return 'pull';
  return method === 'DELETE' ? 'delete' : 'push';
}

/** Requests a token for exactly the scope of the challenge. */
async function trade({ username, token }: Registry, { headers }: Answer): Promise<string> {
  const challenge = headers.get('www-authenticate') ?? '';
  const value = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? '';
  const query = new URLSearchParams({ service: value('service'), scope: value('scope') });
  const response = await fetch(`${value('realm')}?${query.toString()}`, {
    headers: { authorization: basicOf(username, token) },
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return `Bearer ${((await response.json()) as { token: string }).token}`;
}
