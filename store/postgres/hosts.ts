import { ReadOnlyDatabase } from './writable.ts';

/** The hosts in an address, and the required kind of connection. */
interface DatabaseHosts {
  /** An address for each host, in the given order. */
  urls: readonly string[];
  /** Whether hosts that refuse writes are skipped. */
  mustWrite: boolean;
}

/** Values of `target_session_attrs` that make sense for a registry, which writes. */
const targets: Readonly<Record<string, boolean>> = { any: false, 'read-write': true, primary: true };

/**
 * Reads an address as `libpq` does: hosts with optional ports, separated by commas, and `target_session_attrs`. With
 * several hosts, a host must always accept writes, with or without the parameter. Null for an unsupported value of
 * that parameter.
 */
export function hostsOf(url: string): DatabaseHosts | null {
  const start = url.indexOf('://') + 3;
  const length = url.slice(start).search(/[/?#]/);
  const end = length === -1 ? url.length : start + length;
  // a password may contain an @, a host can not
  const at = url.slice(start, end).lastIndexOf('@');
  const before = url.slice(0, start + at + 1);
  const hosts = url.slice(start + at + 1, end).split(',');
  const { rest, target } = takeTarget(url.slice(end));
  const mustWrite = target === null ? hosts.length > 1 : targets[target];
  return mustWrite === undefined ? null : { urls: hosts.map((host) => before + host + rest), mustWrite };
}

function takeTarget(rest: string): { rest: string; target: string | null } {
  const [path = '', query = ''] = rest.split('?', 2);
  const parameters = new URLSearchParams(query);
  const target = parameters.get('target_session_attrs');
  if (target === null) return { rest, target };
  parameters.delete('target_session_attrs');
  return { rest: parameters.size === 0 ? path : `${path}?${parameters.toString()}`, target };
}

/**
 * Runs work with the first suitable host, starting with the one used last. @throws the error of the last host, or of
 * a host that refused writes if there was one
 */
export type OnOneHost = <Result>(
  work: (url: string, mustWrite: boolean) => Promise<Result>,
) => Promise<Result>;

/** @throws TypeError for an address that the configuration refuses */
export function createHostChoice(address: string): OnOneHost {
  const hosts = hostsOf(address);
  if (!hosts) throw new TypeError('an address of a database with an unknown target_session_attrs');
  const { urls, mustWrite } = hosts;
  let good = 0;
  return async (work) => {
    let said: unknown;
    for (let step = 0; step < urls.length; step += 1) {
      const at = (good + step) % urls.length;
      try {
        const result = await work(urls[at] ?? '', mustWrite);
        good = at;
        return result;
      } catch (error) {
        if (!(said instanceof ReadOnlyDatabase)) said = error;
      }
    }
    throw said;
  };
}
