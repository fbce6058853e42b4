import { wholeFile } from '../../../domain/archive.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { OpenedFile } from '../../../domain/release-file.ts';
import { limits } from './limits.ts';

/**
 * Checks module metadata: Gradle prefers it to the POM and fails on an unreadable file. The component is not compared:
 * the files for one platform of a Kotlin library name the library. @throws DomainError `invalid_archive`
 */
export async function assertModules(files: readonly OpenedFile[]): Promise<void> {
  for (const file of files) {
    if (!file.filename.endsWith('.module')) continue;
    if (file.sizeBytes > limits.module.bytes) {
      throw new DomainError(
        'invalid_archive',
        `${file.filename} is larger than ${limits.module.bytes} bytes`,
      );
    }
    if (!isModule(await file.read(wholeFile, limits.module.bytes))) {
      throw new DomainError('invalid_archive', `${file.filename} is no module metadata of Gradle`);
    }
  }
}

function isModule(bytes: Buffer): boolean {
  try {
    const said: unknown = JSON.parse(bytes.toString());
    return (
      typeof said === 'object' &&
      said !== null &&
      'formatVersion' in said &&
      typeof said.formatVersion === 'string'
    );
  } catch {
    return false;
  }
}
