import type { Caller } from '../../domain/caller.ts';
import { findReadme } from '../../store/postgres/releases/release-description.ts';
import { getRelease } from './get.ts';
import type { Named } from '../packages/find.ts';
import type { Platform } from '../platform.ts';

/** What a release says of itself, in its own format. */
export interface Readme {
  text: string;
  /** As HTML that is safe on a page; null for a text that is shown as it is. */
  html: string | null;
}

/**
 * The README of a version, made HTML where it is Markdown; null where it has none. `files`: where the members of its
 * archive are shown. @throws DomainError `not_found`
 */
export async function readReadme(
  platform: Pick<Platform, 'pool' | 'texts'>,
  caller: Caller,
  named: Named & { version: string },
  files: string | null,
): Promise<Readme | null> {
  const { ecosystem, release } = await getRelease(platform, caller, named);
  const found = await findReadme(platform.pool, release.id);
  if (found === null || found.readme.trim() === '') return null;
  const { readme: text } = found;
  const isMarkdown = ecosystem.readmeType(found.metadata) === 'markdown';
  const html = isMarkdown ? await platform.texts.markdown(text, { files, imageSuffix: '?raw' }) : null;
  return { text, html };
}
