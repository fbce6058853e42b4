/** A package source as a .NET client sees it: the client finds every address through the service index. */
export interface Source {
  /** Absolute address of the first of these resource types that the source offers. */
  resource(...types: string[]): string;
  /** Sends credentials after the first challenge, and with every later request. */
  request(url: string, init?: RequestInit): Promise<Response>;
}

export interface Credentials {
  username: string;
  password: string;
}

interface ServiceIndex {
  version: string;
  resources: { '@id': string; '@type': string }[];
}

/** The headers of every request of the client. */
const clientHeaders = {
  'user-agent': 'NuGet Command Line/7.0.0 (Linux)',
  'x-nuget-client-version': '7.0.0',
  'x-nuget-session-id': '2b0d4a4e-8f9a-4f3c-9a55-0d8ad1f6b1a1',
  'accept-encoding': 'gzip, deflate',
};

/** Reads the service index first. @throws Error with the status line, which the client shows */
export async function openSource(indexUrl: string, credentials?: Credentials): Promise<Source> {
  let authorization: string | undefined;

  async function send(url: string, init: RequestInit): Promise<Response> {
    const headers = {
      ...clientHeaders,
      ...(authorization === undefined ? {} : { authorization }),
      ...init.headers,
    };
    return fetch(url, { redirect: 'follow', ...init, headers });
  }

  async function request(url: string, init: RequestInit = {}): Promise<Response> {
    const response = await send(url, init);
    const isChallenge = response.headers.get('www-authenticate')?.startsWith('Basic ') === true;
    if (response.status !== 401 || !isChallenge || !credentials || authorization !== undefined)
      return response;
    await response.body?.cancel();
    authorization = `Basic ${btoa(`${credentials.username}:${credentials.password}`)}`;
    return send(url, init);
  }

  const response = await request(indexUrl);
  if (!response.ok) throw new Error(`${response.status} (${response.statusText})`);
  // The schema of the protocol; a missing member fails the test that reads it.
  const index = (await response.json()) as ServiceIndex;
  return {
    request,
    resource(...types) {
      const offered = types.map((type) => index.resources.find((resource) => resource['@type'] === type));
      const found = offered.find((resource) => resource !== undefined);
      if (found === undefined) throw new Error(`the source offers none of ${types.join(', ')}`);
      return found['@id'];
    },
  };
}
