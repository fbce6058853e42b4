import { buildGem, type GemDraft } from '../../ecosystems/rubygems/fixtures/gem.ts';

/** Requests of a gem client to one platform, by default as one person. */
export function gemsClient(url: string, ownToken: string) {
  const ask = (path: string, init: RequestInit = {}) => fetch(`${url}/rubygems/${path}`, init);
  return {
    ask,
    textOf: async (path: string) => (await ask(path)).text(),
    push: (body: Buffer, token = ownToken, headers: Record<string, string> = {}) =>
      ask('api/v1/gems', {
        method: 'POST',
        body: new Uint8Array(body),
        headers: { 'content-type': 'application/octet-stream', authorization: token, ...headers },
      }),
    /** Pushes a gem. Returns status and text. */
    async pushGem(draft: GemDraft, token = ownToken, headers: Record<string, string> = {}) {
      const answer = await this.push(await buildGem(draft), token, headers);
      return [answer.status, await answer.text()] as const;
    },
    form: (
      method: string,
      path: string,
      fields: Record<string, string>,
      token = ownToken,
      headers: Record<string, string> = {},
    ) =>
      ask(path, { method, body: new URLSearchParams(fields), headers: { authorization: token, ...headers } }),
  };
}
