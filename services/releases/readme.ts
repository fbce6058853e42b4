import { findReadme } from '../../store/postgres/releases/release-description.ts';
import type { FoundRelease } from './get.ts';
import type { Platform } from '../platform.ts';

/** The README of a release, in its own format. */
export interface Readme {
  text: string;
  /** Safe HTML; null for a text that is shown as plain text. */
  html: string | null;
}

/**
 * The README of a version, converted to HTML if it is Markdown; null without a README. `files`: the address under
 * which the members of its archive are shown.
 */
export async function readmeOf(
  platform: Pick<Platform, 'pool' | 'texts'>,
  { ecosystem, release }: Pick<FoundRelease, 'ecosystem' | 'release'>,
  files: string | null,
): Promise<Readme | null> {
  const found = await findReadme(platform.pool, release.id);
  if (found === null || found.readme.trim() === '') return null;
  const { readme: text } = found;
  const isMarkdown = ecosystem.readmeType(found.metadata) === 'markdown';
  const html = isMarkdown ? await platform.texts.markdown(text, { files, imageSuffix: '?raw' }) : null;
  return { text, html };
}
