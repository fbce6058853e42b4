import { DomainError } from '../../../domain/errors.ts';
import { limits } from './limits.ts';

const part = String.raw`[a-z0-9-][a-z0-9._-]*`;
const shape = new RegExp(String.raw`^(?:@${part}/)?${part}$`);

/** Folders and files that every project has, modules of the runtime, and names in our own paths. */
const reserved: ReadonlySet<string> = new Set(
  `node_modules favicon.ico - r
  assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain
  events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl
  stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib`.split(/\s+/),
);

/**
 * The name is its own key: new names have no upper case, so that no two names differ only in case.
 * @throws DomainError `invalid_name`, `name_reserved`
 */
export function canonicalName(raw: string): string {
  if (raw.length <= limits.name.characters && raw !== raw.toLowerCase() && shape.test(raw.toLowerCase())) {
    throw new DomainError(
      'invalid_name',
      `the name ${raw} has upper case, which no new name has; older names could only be imported, and npm packages can't be imported yet`,
    );
  }
  if (raw.length > limits.name.characters || !shape.test(raw)) {
    throw new DomainError(
      'invalid_name',
      `a package name is at most ${limits.name.characters} lower-case letters, digits, dots, dashes and underscores, starts with a letter, digit or dash, and may have a scope`,
    );
  }
  if (reserved.has(raw)) throw new DomainError('name_reserved', `the name ${raw} is reserved`);
  return raw;
}

/** The owner of a scoped name, without the `@`. */
export function scopeOf(name: string): string | null {
  return name.startsWith('@') ? name.slice(1, name.indexOf('/')) : null;
}

/** The name without its scope. */
export function baseName(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

/** The name in clients' URLs: the slash of a scoped name is escaped. */
export function escapedName(name: string): string {
  return name.replace('/', '%2f');
}

/** Filename of a version's tarball, without the scope. */
export function filenameOf(name: string, version: string): string {
  return `${baseName(name)}-${version}.tgz`;
}
