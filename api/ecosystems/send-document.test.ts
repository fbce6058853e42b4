import { describe, expect, it } from 'vitest';
import { acceptsGzip, isNotModified } from './send-document.ts';

describe('a conditional request', () => {
  const changed = 'Mon, 02 Nov 2026 10:00:00 GMT';

  it.each([
    [undefined, undefined, false],
    ['"a"', undefined, true],
    ['W/"a"', undefined, true],
    ['"b", "a"', undefined, true],
    ['"b",W/"a"', undefined, true],
    ['*', undefined, true],
    ['"b"', undefined, false],
    // with both headers, only the tag decides
    ['"b"', changed, false],
    [undefined, changed, true],
    [undefined, 'Mon, 02 Nov 2026 10:00:01 GMT', true],
    [undefined, 'Mon, 02 Nov 2026 09:59:59 GMT', false],
    [undefined, 'yesterday', false],
  ])('with If-None-Match %j and If-Modified-Since %j: not modified is %s', (tag, since, expected) => {
    const conditions = {
      ...(tag === undefined ? {} : { 'if-none-match': tag }),
      ...(since === undefined ? {} : { 'if-modified-since': since }),
    };

    expect(isNotModified(conditions, '"a"', changed)).toBe(expected);
  });

  it('is not overruled by a word to caches', () => {
    const headers = { 'if-none-match': '"a"', 'cache-control': 'no-cache' };

    expect(isNotModified(headers, '"a"')).toBe(true);
  });
});

describe('gzip', () => {
  it.each([
    [undefined, false],
    ['gzip', true],
    ['GZIP', true],
    ['x-gzip', true],
    ['gzip, deflate, br', true],
    ['br;q=1.0, gzip;q=0.2', true],
    ['*', true],
    ['br, *;q=0.1', true],
    ['gzip;q=0', false],
    ['gzip;q=0, *', false],
    ['*;q=0', false],
    ['deflate, br', false],
    ['identity', false],
    ['', false],
  ])('for Accept-Encoding %j is taken: %s', (header, expected) => {
    expect(acceptsGzip(header)).toBe(expected);
  });
});
