import type { OpenedArchive } from '../domain/archive.ts';
import { DomainError } from '../domain/errors.ts';

/** An opened archive that holds exactly these files, for tests of readers of archives. */
export function archiveOf(files: ReadonlyMap<string, Buffer>): OpenedArchive {
  return {
    entries: [...files].map(([path, body]) => ({ path, size: body.length, mode: 0o644 })),
    read: (path, maxBytes) => {
      const body = files.get(path);
      if (body !== undefined && body.length <= maxBytes) return Promise.resolve(body);
      return Promise.reject(new DomainError('invalid_archive', `${path} cannot be read`));
    },
    readAll: (paths, maxBytes) =>
      Promise.resolve(
        new Map([...files].filter(([path, body]) => paths.has(path) && body.length <= maxBytes)),
      ),
  };
}
