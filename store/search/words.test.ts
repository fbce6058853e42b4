import { describe, expect, it } from 'vitest';
import { escapeLike, nameWords, prefixQuery, readTerms } from './words.ts';

describe('words of a search', () => {
  it.each([
    ['Newtonsoft.Json', ['newtonsoft', 'json', 'newtonsoftjson']],
    ['HttpClient', ['httpclient', 'http', 'client']],
    ['serde_json', ['serde', 'json', 'serdejson']],
    ['a', ['a']],
  ])('of the name %s are %j', (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });

  it('keep nothing that the query language could read', () => {
    const terms = readTerms("  Foo-Bar:* & !'baz' ");

    expect(terms?.words).toEqual(['foo', 'bar', 'baz']);
    expect(prefixQuery(terms?.words ?? [], 'AB')).toBe('foo:*AB & bar:*AB & baz:*AB');
  });

  it.each(['', '   ', '!!!', '🦀'])('are none in %j', (text) => {
    expect(readTerms(text)).toBeNull();
  });

  it('are looked for in both spellings of a name', () => {
    expect(readTerms('Serde-JSON')?.names).toEqual(['serde-json', 'serde_json']);
  });

  it('take wildcards literally', () => {
    expect(escapeLike('100%_\\')).toBe('100\\%\\_\\\\');
  });
});
