import { versionHref } from './package-link.ts';
import { withQuery } from '../page.ts';

/** A version whose archive is shown, as addresses name it. */
export interface BrowsedVersion {
  ecosystem: string;
  name: string;
  version: string;
}

/** The address of a version's files: the list, or one member. `file`: the stored file, where a version has several. */
export function filesAddress(
  { ecosystem, name, version }: BrowsedVersion,
  { path = '', file }: { path?: string; file?: string | undefined } = {},
): string {
  const below = path.split('/').map(encodeURIComponent).join('/');
  return withQuery(`${versionHref(ecosystem, name, version)}/-/files/${below}`, { file });
}
