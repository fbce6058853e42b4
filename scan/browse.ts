import { createHash } from 'node:crypto';
import type { ArchiveFormat } from '../domain/archive.ts';
import { DomainError } from '../domain/errors.ts';
import { archiveLimits } from './limits.ts';
import { openArchive } from './open-archive.ts';

/** A reader's view of a stored file: its list of members, or one member. */
export interface BrowseTask {
  /** Path on this machine. */
  path: string;
  format: ArchiveFormat;
  maxUploadBytes: number;
  /** A member to read; if absent, the members are listed. */
  member?: string;
  /** The maximum size of a member that is read, and of members whose digest is computed. */
  maxBytes: number;
}

export interface ArchiveMember {
  path: string;
  sizeBytes: number;
  /** Hex; null for members larger than the bound. */
  sha256: string | null;
}

export type BrowseOutput =
  | { status: 'listed'; members: ArchiveMember[]; root: string }
  | { status: 'read'; sizeBytes: number; body: Uint8Array | null }
  | { status: 'refused'; detail: string };

/** Opens a stored file for a reader. A faulty archive is `refused`, as in a scan. */
export async function browse(task: BrowseTask): Promise<BrowseOutput> {
  try {
    const archive = await openArchive(task.path, task.format, archiveLimits(task.maxUploadBytes));
    if (task.member !== undefined) {
      const entry = archive.entries.find(({ path }) => path === task.member);
      if (!entry) return { status: 'refused', detail: 'no such member' };
      const isSmall = entry.size <= task.maxBytes;
      const body = isSmall ? await archive.read(entry.path, task.maxBytes) : null;
      return { status: 'read', sizeBytes: entry.size, body };
    }
    const digests = new Map<string, string>();
    await archive.visit(
      () => true,
      task.maxBytes,
      ({ path }, body) => {
        digests.set(path, createHash('sha256').update(body).digest('hex'));
      },
    );
    const members = archive.entries.map(({ path, size }) => ({
      path,
      sizeBytes: size,
      sha256: digests.get(path) ?? null,
    }));
    return { status: 'listed', members, root: archive.facts.root };
  } catch (error) {
    if (!(error instanceof DomainError) || !error.isPermanent) throw error;
    return { status: 'refused', detail: error.detail };
  }
}
