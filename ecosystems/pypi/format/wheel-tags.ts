import type { FileTarget } from '../../traits.ts';

/** Interpreters by their short names in tags. */
const interpreters: Readonly<Record<string, string>> = {
  py: 'Python',
  cp: 'CPython',
  pp: 'PyPy',
  ip: 'IronPython',
  jy: 'Jython',
};

const stableInterface = 'abi3';

/** The target of a wheel by its tags, e.g. `cp312-cp312-win_amd64`: the Python version and the platform. */
export function wheelTarget(tags: string): FileTarget {
  const [python = '', abi = '', platform = ''] = tags.split('-').map((part) => part.split('.').join(', '));
  const names = python.split(', ').map(nameOf).join(', ');
  // a build against the stable ABI also runs on later versions
  const group = abi === stableInterface ? `${names}+` : names;
  const isImplied = abi === 'none' || abi === stableInterface || abi === python;
  return { group, platform: isImplied ? platform : `${abi} ${platform}` };
}

/** `cp312` is CPython 3.12; other spellings stay unchanged. */
function nameOf(tag: string): string {
  const [, short = '', major = '', minor = ''] = /^([a-z]+)(\d)(\d*)$/.exec(tag) ?? [];
  const name = interpreters[short];
  return name === undefined ? tag : `${name} ${major}${minor && `.${minor}`}`;
}
