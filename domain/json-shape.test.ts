import { describe, expect, it } from 'vitest';
import { assertShape, createJsonGauge } from './json-shape.ts';

const bound = { depth: 3, values: 5 };

describe('the gauge of a JSON text', () => {
  it.each([
    '{}',
    '[[[]]]',
    '{"a":[1,2],"b":3}',
    '"[[[[[[,,,,,,"',
    String.raw`{"\"[[[[":"\\"}`,
    'no JSON',
    '',
  ])('lets %s through', (text) => {
    expect(() => assertShape(Buffer.from(text), bound)).not.toThrow();
  });

  it.each([
    ['[[[[', 'malformed_json'],
    ['{"a":{"b":{"c":{', 'malformed_json'],
    [String.raw`["\\",[[[`, 'malformed_json'],
    ['[1,2,3,4,5,6]', 'too_large'],
    ['{"a":{},"b":{},"c":{}}', 'too_large'],
  ])('stops at %s', (text, code) => {
    for (const size of [1, 2, text.length]) {
      const gauge = createJsonGauge(bound);
      const bytes = Buffer.from(text);
      const push = () => {
        for (let at = 0; at < bytes.length; at += size) gauge.push(bytes.subarray(at, at + size));
      };

      expect(push).toThrow(expect.objectContaining({ code }));
    }
  });

  it('keeps nothing of a text that is nested four million deep, and reads no further than the bound', () => {
    const gauge = createJsonGauge({ depth: 100, values: 1_000 });

    expect(() => gauge.push(Buffer.alloc(4_000_000, '['))).toThrow('nested too deeply');
  });
});
