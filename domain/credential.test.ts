import { describe, expect, it } from 'vitest';
import { basicPassword, bearerToken, parseAuthorization } from './credential.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('an Authorization header', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['   ', undefined],
    ['pub_x', { scheme: '', value: 'pub_x' }],
    [' Bearer  pub_x ', { scheme: 'bearer', value: 'pub_x' }],
    ['Basic', { scheme: '', value: 'Basic' }],
    ['x y   z', { scheme: 'x', value: 'y   z' }],
    ['x\ty', { scheme: 'x', value: 'y' }],
  ])('%j is %j', (header, parsed) => {
    expect(parseAuthorization(header)).toEqual(parsed);
  });

  it.each([
    ['Bearer pub_x', 'pub_x', undefined],
    ['bearer  pub_x ', 'pub_x', undefined],
    ['bearer a b', undefined, undefined],
    ['Bearer', undefined, undefined],
    ['pub_x', undefined, undefined],
    [basic('anybody:pub_x:y'), undefined, 'pub_x:y'],
    [basic('anybody:'), undefined, undefined],
    [basic('nothing'), undefined, undefined],
    ['Basic a b c', undefined, undefined],
    ['Basic é', undefined, undefined],
    ['Digest a', undefined, undefined],
  ])('%j carries the token %j or the password %j', (header, token, password) => {
    expect(bearerToken(header)).toBe(token);
    expect(basicPassword(header)).toBe(password);
  });
});
