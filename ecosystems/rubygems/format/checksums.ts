import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { OpenedArchive } from '../../../domain/archive.ts';
import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';
import { parseYaml } from './yaml.ts';

const packed = 'checksums.yaml.gz';
const algorithms = { SHA256: 'sha256', SHA512: 'sha512' } as const;
const Checksums = z.record(z.string(), z.record(z.string(), z.string()));

/**
 * Checks the checksums of a gem, if it has any: installers refuse wrong ones.
 * @throws DomainError `invalid_archive`
 */
export async function assertChecksums(gem: OpenedArchive): Promise<void> {
  if (!gem.entries.some(({ path }) => path === packed)) return;
  const bytes = await gem.read(`${packed}/checksums.yaml`, limits.checksums.bytes);
  const parsed = Checksums.safeParse(parseYaml(bytes, 'the list of checksums'));
  if (!parsed.success) throw new DomainError('invalid_archive', 'the list of checksums can not be read');
  for (const [name, algorithm] of Object.entries(algorithms)) {
    for (const [member, expected] of Object.entries(parsed.data[name] ?? {})) {
      if (member !== 'metadata.gz' && member !== 'data.tar.gz') continue;
      const body = await gem.read(member, limits.gem.bytes);
      if (createHash(algorithm).update(body).digest('hex') === expected.toLowerCase()) continue;
      throw new DomainError('invalid_archive', `${member} is not what its checksum says`);
    }
  }
}
