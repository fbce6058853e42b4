import { z } from 'zod';
import { answerLimits } from '../../../domain/limits/answers.ts';
import { fieldLimits } from '../../../domain/limits/fields.ts';
import type { PackageDetails } from '../packages/packages.ts';
import { type Queryable, sql } from '../pool.ts';

const Description = z.object({
  version: z.string(),
  description: z.string().nullable(),
  homepage: z.string().nullable(),
  repositoryUrl: z.string().nullable(),
  license: z.string().nullable(),
  keywords: z.array(z.string()),
  readme: z.string().nullable(),
});

/** The bounds of a page's texts: those of images may have megabytes. */
const most = {
  description: answerLimits['shown description'].characters,
  address: fieldLimits.link.characters,
  license: answerLimits['shown license'].characters,
  keywords: answerLimits['shown keywords'].count,
  keyword: answerLimits['shown keywords'].characters,
};

/** The description in a release; null while the release is hidden, and before its scan. */
export async function findDescription(
  db: Queryable,
  releaseId: string,
): Promise<(PackageDetails & { version: string; readme: string | null }) | null> {
  const text = (member: string) => sql.fragment`release_metadata.publication ->> ${member}`;
  return db.maybeOne(sql.type(Description)`
    select releases.version, left(${text('description')}, ${most.description}) as description,
      left(${text('homepage')}, ${most.address}) as homepage,
      left(${text('repositoryUrl')}, ${most.address}) as repository_url,
      left(${text('license')}, ${most.license}) as license, ${text('readme')} as readme,
      array(
        select left(keyword.value, ${most.keyword})
        from jsonb_array_elements_text(release_metadata.publication -> 'keywords')
          with ordinality as keyword (value, place)
        order by keyword.place limit ${most.keywords}) as keywords
    from releases join release_metadata on release_metadata.release_id = releases.id
    where releases.id = ${releaseId} and releases.state = 'published'`);
}

const Readme = z.object({ readme: z.string(), metadata: z.record(z.string(), z.unknown()) });

/** The README of a release with the metadata that states its format; null without a README. */
export async function findReadme(db: Queryable, releaseId: string): Promise<z.infer<typeof Readme> | null> {
  return db.maybeOne(sql.type(Readme)`
    select release_metadata.publication ->> 'readme' as readme,
      coalesce(release_metadata.publication -> 'metadata', '{}') as metadata
    from release_metadata
    where release_metadata.release_id = ${releaseId} and release_metadata.publication ->> 'readme' is not null`);
}
