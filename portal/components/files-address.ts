import { versionHref } from './package-link.ts';
import { withQuery } from '../page.ts';

/** A version whose archive is shown, as addresses name it. */
export interface BrowsedVersion {
  ecosystem: string;
  name: string;
  version: string;
}

/** Address of the files of a version: the list, or one of them. `file`: where a version has several stored files. */
export function filesAddress(
  { ecosystem, name, version }: BrowsedVersion,
  { path = '', file }: { path?: string; file?: string | undefined } = {},
): string {
  const below = path.split('/').map(encodeURIComponent).join('/');
  return withQuery(`${versionHref(ecosystem, name, version)}/-/files/${below}`, { file });
}
