import { isListed } from '../../domain/access.ts';
import type { Actor } from '../../domain/actor.ts';
import type { ListedFinding } from '../../store/postgres/findings/finding-list.ts';

/**
 * A finding as this reader may see it. Users' notes and the location of a secret are only for managers of the package;
 * names of other packages only for readers who can find those packages in a search.
 */
export function shownTo(finding: ListedFinding, actor: Actor, isInsider: boolean): ListedFinding {
  const { similar, kind } = finding;
  const named = similar && isListed(similar, actor) ? similar : null;
  const isPlaceHidden = kind === 'secrets_exposed' && !isInsider;
  return {
    ...finding,
    ...(named && {
      title: `Name close to ${named.name}`,
      description: `${finding.description} It is ${named.name}, downloaded ${named.downloads} times.`,
    }),
    similar: named,
    note: isInsider ? finding.note : null,
    file: isPlaceHidden ? null : finding.file,
    line: isPlaceHidden ? null : finding.line,
  };
}
