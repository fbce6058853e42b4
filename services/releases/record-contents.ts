import { countBundle } from '../../domain/bundle-analysis.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Publication } from '../../domain/publication.ts';
import type { Format } from '../../ecosystems/format.ts';
import type { Queryable } from '../../store/postgres/pool.ts';
import { saveBundle } from '../../store/postgres/releases/bundles.ts';
import { saveDependencies } from '../../store/postgres/releases/dependencies.ts';

interface Opened {
  id: string;
  packageId: string;
  publication: Publication;
  /** The members of the archive. */
  files: readonly { size: number }[];
}

/** Records the dependencies and sizes of a release for pages, once, after it was opened. */
export async function recordContents(
  db: Queryable,
  ecosystem: Format,
  { id, packageId, publication, files }: Opened,
): Promise<void> {
  const { dependencies, metadata } = publication;
  const keyed = dependencies.map((dependency) => ({
    ...dependency,
    nameKey: keyOrNull(ecosystem, dependency.name),
  }));
  await saveDependencies(db, { id, packageId, ecosystem: ecosystem.id }, keyed);
  await saveBundle(db, id, countBundle(dependencies, files, ecosystem.bundle(metadata)));
}

/** Null for a name that is invalid here: manifests also name packages of other registries. */
function keyOrNull({ names }: Format, name: string): string | null {
  try {
    return names.canonical(name);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
