import type { Caller } from '../../../domain/caller.ts';
import type { RouteContext } from '../../context/context.ts';
import { limits } from '../format/limits.ts';
import { changesPath } from '../format/wide.ts';

export interface PackageNames {
  /** Packages that the caller may list, sorted by name; of one vendor or type, if given. */
  list(caller: Caller, wanted: { vendor: string | undefined; type: string }): Promise<readonly string[]>;
  /** Vendors of the packages that the caller may list. Null: too many. */
  vendors(caller: Caller): Promise<readonly string[] | null>;
}

/** With more vendors, clients get no pattern and request every name. */
const maxVendors = limits['vendor patterns'].count;

/** Queries the database for each list; keeps the list for anonymous readers until a package changes. */
export function createPackageNames({ packages, documents }: RouteContext): PackageNames {
  const known = new WeakMap<Buffer, Promise<readonly string[]>>();

  async function all(caller: Caller): Promise<readonly string[]> {
    const find = () => packages.listNames(caller, { limit: limits['listed packages'].count });
    if (caller.actor.kind !== 'anonymous') return find();
    // each package change changes the body; reading the body first makes the names at least as new
    const { body } = await documents.readWide(caller, changesPath);
    const finding = known.get(body) ?? find();
    known.set(body, finding);
    return finding.catch((error: unknown) => {
      known.delete(body);
      throw error;
    });
  }

  return {
    async list(caller, { vendor, type }) {
      const prefix = vendor === undefined ? '' : `${vendor}/`;
      if (type === '' && prefix === '') return all(caller);
      const having = type === '' ? null : { field: 'type', value: type.toLowerCase() };
      return packages.listNames(caller, { prefix, having, limit: limits['listed packages'].count });
    },
    async vendors(caller) {
      const found = await packages.listSegments(caller, {
        prefix: '',
        endsAt: '/',
        limit: maxVendors + 1,
      });
      return found.length > maxVendors ? null : found.map(({ segment }) => segment);
    },
  };
}
