import type { MarshalValue } from './marshal.ts';

interface Platform {
  cpu: string | null;
  os: string;
  version: string | null;
}

/** Patterns of systems, with the version if any, and their names; the first match counts. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/aix(\d*)/, 'aix'],
  [/cygwin/, 'cygwin'],
  [/darwin(\d*)/, 'darwin'],
  [/^macruby$/, 'macruby'],
  [/freebsd(\d*)/, 'freebsd'],
  [/^(?:java|jruby)$/, 'java'],
  [/^java([\d.]*)/, 'java'],
  [/^dalvik(\d*)$/, 'dalvik'],
  [/^dotnet([\d.]*)/, 'dotnet'],
  // clients regard a platform without another C library as GNU
  [/linux-?gnu/, 'linux'],
  [/linux-?(\w*)/, 'linux'],
  [/mingw32/, 'mingw32'],
  [/mingw-?(\w*)/, 'mingw'],
  [/netbsdelf/, 'netbsdelf'],
  [/openbsd(\d+\.\d+)?/, 'openbsd'],
  [/solaris(\d+\.\d+)?/, 'solaris'],
  [/wasi/, 'wasi'],
];

/** Parses the text of a platform as the client does. */
export function parsePlatform(text: string): Platform {
  const parts = text.split('-');
  const last = parts.at(-1) ?? '';
  if (parts.length > 2 && !/\d$/.test(last)) parts.splice(-2, 2, `${parts.at(-2) ?? ''}-${last}`);
  const first = parts[0] ?? '';
  const cpu = /^i\d86$/.test(first) ? 'x86' : first;
  if (parts.length === 3 && /^\d+(?:\.\d+)?$/.test(parts[2] ?? '')) {
    return { cpu, os: parts[1] ?? '', version: parts[2] ?? null };
  }
  const system = parts[1] ?? first;
  const named = { cpu: parts[1] === undefined ? null : cpu, ...systemOf(system) };
  return named.os === 'mswin32' && named.cpu === null ? { ...named, cpu: 'x86' } : named;
}

function systemOf(text: string): Pick<Platform, 'os' | 'version'> {
  const windows = /(mswin\d+)(?:_(\d+))?/.exec(text);
  if (windows) return { os: windows[1] ?? '', version: windows[2] ?? null };
  for (const [shape, os] of systems) {
    const found = shape.exec(text);
    if (found) return { os, version: found[1] || null };
  }
  return { os: 'unknown', version: null };
}

/** The Marshal value of a platform; `ruby` stays a text. */
export function platformValue(text: string): MarshalValue {
  if (text === 'ruby') return text;
  const { cpu, os, version } = parsePlatform(text);
  return {
    object: 'Gem::Platform',
    variables: [
      ['@cpu', cpu],
      ['@os', os],
      ['@version', version],
    ],
  };
}
