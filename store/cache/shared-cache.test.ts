import { expect, test } from 'vitest';
import { createSharedCache } from './shared-cache.ts';

const kib = 1024;

test('sections share one budget, and the least recently used entry of any of them goes first', () => {
  const cache = createSharedCache({ maxBytes: 100 * kib });
  const [documents, files] = [cache.section<Buffer>('documents'), cache.section<Buffer>('files')];
  documents.set('old', Buffer.alloc(20 * kib));
  documents.set('used', Buffer.alloc(20 * kib));

  for (let number = 0; number < 5; number += 1) {
    documents.get('used');
    files.set(String(number), Buffer.alloc(20 * kib));
  }

  expect(cache.bytes).toBeLessThanOrEqual(100 * kib);
  expect([documents.has('old'), documents.has('used'), files.has('4')]).toEqual([false, true, true]);
});

test('one key means one entry in each section', () => {
  const cache = createSharedCache({ maxBytes: 100 * kib });
  const [documents, files] = [cache.section<string>('documents'), cache.section<string>('files')];
  documents.set('key', 'document');
  files.set('key', 'file');

  documents.clear();

  expect([documents.get('key'), files.get('key')]).toEqual([undefined, 'file']);
});

test('a value larger than a quarter of the budget is not kept, nor the value that it replaces', () => {
  const cache = createSharedCache({ maxBytes: 100 * kib });
  const documents = cache.section<Buffer>('documents');
  documents.set('key', Buffer.alloc(kib));

  documents.set('key', Buffer.alloc(30 * kib));

  expect(documents.has('key')).toBe(false);
});

test('what was dropped and what was looked up is reported by section', () => {
  const lookups: string[] = [];
  const dropped: string[] = [];
  const cache = createSharedCache({
    maxBytes: 10 * kib,
    onLookup: (section, result) => lookups.push(`${section} ${result}`),
  });
  const documents = cache.section<Buffer>('documents', { onDropped: (_value, key) => dropped.push(key) });

  documents.count('hit');
  for (let number = 0; number < 6; number += 1) documents.set(String(number), Buffer.alloc(2 * kib));

  expect(lookups).toEqual(['documents hit']);
  expect(dropped[0]).toBe('0');
});
