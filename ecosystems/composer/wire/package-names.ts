import type { Caller } from '../../../domain/caller.ts';
import type { RouteContext } from '../../context/context.ts';
import { listPage, maxListed } from '../format/limits.ts';
import { vendorOf } from '../format/name.ts';

/** Packages that the caller may list, in the order of their names; those of one vendor if it is said. */
export async function listNames(context: RouteContext, caller: Caller, vendor?: string): Promise<string[]> {
  const prefix = vendor === undefined ? '' : `${vendor}/`;
  const names: string[] = [];
  let after = prefix;
  while (names.length < maxListed) {
    const page = await context.packages.list(caller, { limit: listPage, after });
    const found = page.packages.map(({ name }) => name).filter((name) => name.startsWith(prefix));
    names.push(...found);
    after = found.at(-1) ?? after;
    if (!page.hasMore || found.length < page.packages.length) break;
  }
  return names.slice(0, maxListed);
}

/** The sign that follows "/" in byte order: no name of a vendor ends before it. */
const afterSlash = '0';

/** Vendors of these packages: of one with many, most pages are jumped over. Null: too many to tell. */
export async function listVendors(context: RouteContext, caller: Caller): Promise<string[] | null> {
  const vendors = new Set<string>();
  let after = '';
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await context.packages.list(caller, { limit: listPage, after });
    for (const { name } of page.packages) vendors.add(vendorOf(name));
    const last = page.packages.at(-1);
    if (!page.hasMore || !last) return [...vendors];
    after = vendorOf(last.name) + afterSlash;
  }
  return null;
}

/** Beyond it clients are told of no pattern, and ask for every name. */
const maxPages = 20;
