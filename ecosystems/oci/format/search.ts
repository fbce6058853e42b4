import { limits } from './limits.ts';
import type { SearchEntry } from '../../format.ts';
import type { RenderInput } from '../../render-input.ts';
import { latest } from './latest.ts';
import { OciListed } from './listed-metadata.ts';

/** Maximum number of searchable tags; the tag list has all tags. */
const maxTags = limits['searched tags'].count;

/** One hit per repository with its tags and its kind of artifact. */
export function searchEntry({ package: repository, releases, tags }: RenderInput): SearchEntry {
  const newest = releases.find(({ version }) => version === latest(releases, tags));
  const { data: listed } = OciListed.safeParse(newest?.metadata);
  const type = listed?.artifactType ?? listed?.configType ?? listed?.mediaType ?? null;
  const names = [...tags.keys()].slice(0, maxTags);
  return {
    facets: ['stable'],
    fields: { tag: names.map((tag) => tag.toLowerCase()), type: type === null ? [] : [type.toLowerCase()] },
    payload: {
      name: repository.name,
      description: repository.description,
      artifact_type: type,
      tags: names,
    },
  };
}
