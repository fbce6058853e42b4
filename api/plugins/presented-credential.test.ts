import { describe, expect, it } from 'vitest';
import { bearerCredential, presentedCredential } from './presented-credential.ts';

const basic = `Basic ${Buffer.from('alice:pub_x:y').toString('base64')}`;

describe('credentials in headers', () => {
  it.each([
    [{}, undefined, undefined],
    [{ authorization: 'Bearer pub_x' }, 'pub_x', 'pub_x'],
    [{ authorization: 'bearer  pub_x ' }, 'pub_x', 'pub_x'],
    [{ authorization: 'pub_x' }, undefined, 'pub_x'],
    [{ authorization: basic }, undefined, 'pub_x:y'],
    [{ 'x-nuget-apikey': 'pub_x' }, undefined, 'pub_x'],
    [{ 'x-dotnet-apikey': 'pub_x' }, undefined, 'pub_x'],
  ])('%j: %s on our API, %s for counting', (headers, bearer, presented) => {
    expect(bearerCredential(headers)).toBe(bearer);
    expect(presentedCredential(headers)).toBe(presented);
  });
});
