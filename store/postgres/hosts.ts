import { ReadOnlyDatabase } from './writable.ts';

/** The hosts that an address names, and what a connection has to be good for. */
interface DatabaseHosts {
  /** An address for each host, in their order. */
  urls: readonly string[];
  /** Hosts that take no writes are passed over. */
  mustWrite: boolean;
}

/** Values of `target_session_attrs` that make sense for a registry, which writes. */
const targets: Readonly<Record<string, boolean>> = { any: false, 'read-write': true, primary: true };

/**
 * Reads an address as `libpq` does: hosts with or without ports, divided by commas, and `target_session_attrs`. Of several hosts only
 * one that takes writes will do, whether it says so or not. Null for another value of that parameter.
 */
export function hostsOf(url: string): DatabaseHosts | null {
  const start = url.indexOf('://') + 3;
  const length = url.slice(start).search(/[/?#]/);
  const end = length === -1 ? url.length : start + length;
  // a password may have the sign, a host can not
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
 * Works with the first host that will do, beginning with the one that did the last time. @throws what the last host said, or
 * that one takes no writes, where one has said so
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
