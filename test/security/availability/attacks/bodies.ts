import { packageForm } from '../../../../ecosystems/nuget/fixtures/form.ts';
import { buildNupkg } from '../../../../ecosystems/nuget/fixtures/nupkg.ts';
import { hostileRequests } from '../../hostile-requests.ts';
import { unique } from '../../publish.ts';
import { type Attack, bearer, json, repeated } from './attack.ts';

const megabyte = 1_000_000;
const laughs = Array.from({ length: 15 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');

/** Each request of the shared list, a few times concurrently. */
const shared: Attack[] = hostileRequests.map(({ name, statuses, build }) =>
  repeated(name, { times: 6, width: 3, statuses }, (_at, { attacker }) => build(attacker.token)),
);

const deepPlaces = [
  '/v1/auth/login',
  '/v1/auth/register',
  '/v1/tokens',
  '/v1/repositories',
  '/api/games',
  '/api/games/import/fen',
  '/api/analysis/position',
  '/npm/-/npm/v1/tokens',
  '/cargo/api/v1/trusted_publishing/tokens',
  '/generic/-/oidc/token',
];

const refusals = [400, 401, 404, 405, 413, 415, 422];

/** Bodies that the server reads, parses or unpacks before it can trust them. */
export const bodies: readonly Attack[] = [
  ...shared,
  repeated(
    'JSON that is nested as deep as fits, everywhere',
    { times: 8 * deepPlaces.length, statuses: refusals },
    (at, target) => ({
      method: 'POST',
      path: deepPlaces[at % deepPlaces.length] ?? '/',
      headers: { ...json, ...bearer(target) },
      body:
        at % 2 === 0 ? '['.repeat(megabyte) : `${'{"a":'.repeat(megabyte / 6)}1${'}'.repeat(megabyte / 6)}`,
    }),
  ),
  repeated(
    'JSON of very many members',
    { times: 8 * deepPlaces.length, statuses: [...refusals, 200] },
    (at, target) => ({
      method: 'POST',
      path: deepPlaces[at % deepPlaces.length] ?? '/',
      headers: { ...json, ...bearer(target) },
      body: `{${Array.from({ length: 90_000 }, (_, n) => `"a${n}":1`).join()}}`,
    }),
  ),
  repeated('a game of a megabyte', { times: 16, statuses: [200, ...refusals] }, (at) => ({
    method: 'POST',
    path: at % 2 === 0 ? '/api/games/import/pgn' : '/api/analysis/pgn',
    headers: { 'content-type': 'application/x-chess-pgn' },
    body: `[Event "x"]\n\n${['(1. e4 ', '{ x } ', '1. e4 e5 ', '$1 '][at % 4]?.repeat(120_000)} *\n`,
  })),
  repeated('a form of 100,000 parts', { times: 8, statuses: refusals }, (_at, { attacker }) => {
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n';
    const body = `${part.repeat(100_000)}--x--\r\n`;
    return form(attacker.token, body);
  }),
  repeated(
    'a form whose part has a megabyte of headers',
    { times: 8, statuses: refusals },
    (at, { attacker }) => {
      const filler = at % 2 === 0 ? `X: ${'a'.repeat(megabyte)}\r\n` : 'X: a\r\n'.repeat(150_000);
      const body = `--x\r\nContent-Disposition: form-data; name="a"\r\n${filler}\r\nb\r\n--x--\r\n`;
      return form(attacker.token, body);
    },
  ),
  repeated('a nuspec whose entities multiply', { times: 4, statuses: refusals }, (_at, { attacker }) =>
    nuspec(attacker.token, `<!DOCTYPE package [<!ENTITY l0 "ha">${laughs}]>`, '&l15;'),
  ),
  repeated('a nuspec that is nested deep', { times: 4, statuses: refusals }, (_at, { attacker }) =>
    nuspec(attacker.token, '', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`),
  ),
];

function form(token: string, body: string) {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'x-nuget-apikey': token,
    'content-length': Buffer.byteLength(body),
  };
  return { method: 'PUT', path: '/nuget/v2/package', headers, body };
}

function nuspec(token: string, prolog: string, description: string) {
  const id = `Hostile.${unique()}`;
  const text = `<?xml version="1.0"?>${prolog}<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"><metadata><id>${id}</id><version>1.0.0</version><authors>a</authors><description>${description}</description></metadata></package>`;
  const { payload, headers } = packageForm(buildNupkg({ id, version: '1.0.0', nuspec: text }));
  const all = { ...headers, 'x-nuget-apikey': token, 'content-length': payload.length };
  return { method: 'PUT', path: '/nuget/v2/package', headers: all, body: payload };
}
