/** SPDX ids by classifier name, for names that do not contain the id. */
const ids: Readonly<Record<string, string>> = {
  'MIT License': 'MIT',
  'Apache Software License': 'Apache-2.0',
  'ISC License (ISCL)': 'ISC',
  'Mozilla Public License 1.0 (MPL)': 'MPL-1.0',
  'Mozilla Public License 1.1 (MPL 1.1)': 'MPL-1.1',
  'Mozilla Public License 2.0 (MPL 2.0)': 'MPL-2.0',
  'Python Software Foundation License': 'PSF-2.0',
  'zlib/libpng License': 'Zlib',
  'Universal Permissive License (UPL)': 'UPL-1.0',
  'European Union Public Licence 1.0 (EUPL 1.0)': 'EUPL-1.0',
  'European Union Public Licence 1.1 (EUPL 1.1)': 'EUPL-1.1',
  'European Union Public Licence 1.2 (EUPL 1.2)': 'EUPL-1.2',
  'CC0 1.0 Universal (CC0 1.0) Public Domain Dedication': 'CC0-1.0',
};

const gnu = /^GNU (Affero |Lesser )?General Public License v(\d)( or later)?(?: \([^()]*\))?$/;

/** SPDX ids of the license classifiers; the name itself if it means several licenses, e.g. `BSD License`. */
export function licensesOf(classifiers: readonly string[]): string[] {
  return classifiers
    .filter((each) => each.startsWith('License :: '))
    .map((each) => each.split(' :: ').at(-1) ?? '')
    .filter((name) => name !== 'OSI Approved')
    .map((name) => ids[name] ?? gnuId(name) ?? /\(([\w.]+-[\w.-]+|Unlicense)\)$/.exec(name)?.[1] ?? name);
}

function gnuId(name: string): string | undefined {
  const [found, family = '', version, later] = gnu.exec(name) ?? [];
  if (found === undefined) return undefined;
  return `${family.charAt(0)}GPL-${version}.0-${later === undefined ? 'only' : 'or-later'}`;
}
