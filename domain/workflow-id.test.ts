import { describe, expect, it } from 'vitest';
import { boundedId } from './workflow-id.ts';

describe('ids of workflows', () => {
  it('are what they are made of while they are short', () => {
    expect(boundedId('publish:cargo:probe@1.0.0')).toBe('publish:cargo:probe@1.0.0');
    expect(boundedId('x'.repeat(255))).toBe('x'.repeat(255));
  });

  it.each([
    'x'.repeat(256),
    `${'é'.repeat(200)}@1`,
    `publish:oci:${'a'.repeat(255)}@sha512:${'b'.repeat(128)}`,
  ])('fit when they are long, and stay apart', (id) => {
    expect(Buffer.byteLength(boundedId(id))).toBeLessThanOrEqual(255);
    expect(boundedId(id)).not.toBe(boundedId(`${id}x`));
    expect(boundedId(id)).toBe(boundedId(id));
  });
});
