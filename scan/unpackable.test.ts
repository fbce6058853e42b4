import { describe, expect, it } from 'vitest';
import { jarAttacks, oddJars } from '../test/security/archives/jar-attacks.ts';
import { onDisk } from '../test/security/archives/on-disk.ts';
import { archiveLimits } from './limits.ts';
import { assertUnpackable } from './unpackable.ts';

const limits = archiveLimits(2 ** 29);
const refusalOf = (body: Buffer) =>
  onDisk(body, async (path) => {
    try {
      assertUnpackable(path, limits);
      return undefined;
    } catch (error) {
      return error;
    }
  });

describe('a zip that clients unpack', () => {
  it.each(Object.keys(jarAttacks()))('is refused with %s', async (kind) => {
    const body = jarAttacks()[kind]?.() ?? Buffer.alloc(0);

    expect(await refusalOf(body)).toMatchObject({ code: 'invalid_archive' });
  });

  it.each(Object.keys(oddJars()))('may have %s', async (kind) => {
    const body = oddJars()[kind]?.() ?? Buffer.alloc(0);

    expect(await refusalOf(body)).toBeUndefined();
  });
});
