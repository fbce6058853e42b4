import type { Withheld } from '../../../domain/package.ts';

/** The packages that clients refuse to install, by list name. */
type Filter = Record<string, object[]>;

const reasons: Readonly<Record<Withheld['why'], string>> = {
  malware: 'malware was found in it',
  quarantine: 'it was taken back after it had been published',
  denied: 'a policy denies it',
};

/** The versions as a constraint: alternatives. */
export const constraintOf = (versions: Withheld['versions']) => versions?.join('|') ?? '*';

/** The filters in the document of a package (https://getcomposer.org/doc/05-repositories.md#filter). */
export function filterOf(withheld: readonly Withheld[], nameKey: string, baseUrl: string): Filter {
  const lists: Filter = {};
  for (const each of withheld) {
    const parts = each.why === 'denied' ? [each.versions] : (each.versions ?? []).map((version) => [version]);
    const entries = parts.map((versions) => entryOf({ ...each, versions }, nameKey, baseUrl));
    if (entries.length > 0) (lists[each.why] ??= []).push(...entries);
  }
  return lists;
}

function entryOf({ why, versions, reason }: Withheld, nameKey: string, baseUrl: string): object {
  const constraint = constraintOf(versions);
  return {
    constraint,
    reason: reason ?? reasons[why],
    url: `${baseUrl}/packages/composer/${nameKey}`,
    id: `${why}:${nameKey}:${constraint}`,
  };
}
