export interface Seen {
  status: number;
  /** Path and query after redirects. */
  path: string;
  text: string;
  headers: Headers;
}

/** An HTTP client like a browser without scripts: follows redirects, keeps cookies, sends the forms of pages. */
export function browse(baseUrl: string) {
  const jar = new Map<string, string>();

  async function go(address: string, init: RequestInit = {}, follows = true): Promise<Seen> {
    const url = new URL(address, baseUrl);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', cookie, ...init.headers };
    const answer = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=', 2) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location !== null && follows) return go(new URL(location, url).href);
    return {
      status: answer.status,
      path: url.pathname + url.search,
      text: await answer.text(),
      headers: answer.headers,
    };
  }

  return {
    get: (address: string) => go(address),
    /** Sends one request, as a script or an image of a page does. */
    ask: (address: string, headers: Record<string, string> = {}) => go(address, { headers }, false),
    /** Fills in and posts the first form in the content of the page. Follows a redirect unless `follows` is false. */
    submit({ path, text }: Seen, values: Record<string, string>, follows = true): Promise<Seen> {
      const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(text) ?? [];
      const [, form = ''] = /(<form method="post"[\s\S]*?<\/form>)/.exec(main) ?? [];
      const [, action = path] = /^<form[^>]* action="([^"]+)"/.exec(form) ?? [];
      const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
      const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
      return go(
        action,
        {
          method: 'POST',
          headers: { origin: baseUrl, 'sec-fetch-site': 'same-origin' },
          body: new URLSearchParams({ ...fields, ...values }),
        },
        follows,
      );
    },
  };
}
