import { expect, it } from 'vitest';
import { createCollector } from './byte-collector.ts';

it('collects pieces of every size', () => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
  for (const size of [1, 7, 4_096, bytes.length]) {
    const collector = createCollector(bytes.length);
    for (let at = 0; at < bytes.length; at += size) collector.push(bytes.subarray(at, at + size));

    expect(collector.size).toBe(bytes.length);
    expect(collector.bytes().equals(bytes)).toBe(true);
  }
});

it('holds a million pieces of a byte in little more than a million bytes', () => {
  const collector = createCollector(2_000_000);
  const piece = Buffer.from('x');
  for (let n = 0; n < 1_000_000; n += 1) collector.push(piece);

  const bytes = collector.bytes();

  expect(bytes.length).toBe(1_000_000);
  expect(bytes.buffer.byteLength).toBe(1_000_000);
});

it('refuses what is one byte too long, and keeps its own copy', () => {
  const collector = createCollector(4);
  const piece = Buffer.from('ab');
  collector.push(piece);
  piece.fill('x');

  expect(() => collector.push(Buffer.from('cde'))).toThrow(expect.objectContaining({ code: 'too_large' }));
  expect(collector.bytes().toString()).toBe('ab');
  expect(createCollector(4).bytes().length).toBe(0);
});
