import { expect, it, vi } from 'vitest';
import { anonymousFrom, sharedRow } from './caller.ts';

const caller = anonymousFrom({ ipAddress: null, userAgent: null });

it('looks a row up once where the reads of a request share rows, and each time elsewhere', async () => {
  const read = vi.fn<() => Promise<{ id: string }>>(() => Promise.resolve({ id: 'a' }));
  const reader = { ...caller, rows: new Map() };

  const [first, second] = await Promise.all([sharedRow(reader, 'a', read), sharedRow(reader, 'a', read)]);
  expect(second).toBe(first);
  expect(read).toHaveBeenCalledTimes(1);

  await sharedRow(reader, 'b', read);
  await sharedRow(caller, 'a', read);
  await sharedRow(caller, 'a', read);
  expect(read).toHaveBeenCalledTimes(4);
});
