import { type BuildSettings, withAttributes } from './build-settings.ts';

/** Keys that name code of the project: `cmdclass` of setuptools, hooks of pbr. */
const hooks = /^[ \t]*(?:cmdclass|setup[-_]hooks?)[ \t]*[:=]/i;
/** `version = attr: package.NAME`. */
const attribute = /\battr[ \t]*:[ \t]*([\w.]*)/g;
const folders = /^[ \t]*package[-_]dir[ \t]*[:=](.*)/i;

/**
 * The settings of a `setup.cfg`. Sections are not distinguished: a line of a value may look like a section header, and
 * no key has different meanings in different sections.
 */
export function readSetupCfg(text: string): BuildSettings {
  const lines = text.split(/\r\n?|\n/).filter((line) => !/^[ \t]*(?:[#;]|$)/.test(line));
  return withAttributes({
    hooks: lines.filter((line) => hooks.test(line)).length,
    attributes: lines.flatMap((line) => [...line.matchAll(attribute)].map(([, path = '']) => path)),
    isMoved: isMoved(lines),
  });
}

/** Whether a package has a folder with another name. One folder for all packages has no name before the `=`. */
function isMoved(lines: readonly string[]): boolean {
  let isValue = false;
  for (const line of lines) {
    const [, first] = folders.exec(line) ?? [];
    isValue = first !== undefined || (isValue && /^[ \t]/.test(line));
    const value = (first ?? line).trim();
    if (isValue && value !== '' && !value.startsWith('=')) return true;
  }
  return false;
}
