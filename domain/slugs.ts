import { z } from 'zod';
import { aboutInput, DomainError } from './errors.ts';

/** Name of a repository or organization in URLs; unique on the whole platform. */
export const Slug = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,63}$/,
    'must be 1 to 64 lower-case letters, digits, dashes or underscores and start with a letter or digit',
  );

/** @throws DomainError `validation_failed` for a text that is not a {@link Slug} */
export function assertSlug(slug: string): void {
  const { error } = Slug.safeParse(slug);
  if (!error) return;
  const message = error.issues[0]?.message ?? 'is not valid';
  const errors = [{ path: 'slug', code: 'invalid', message }];
  throw new DomainError('validation_failed', `the slug ${message}`, { errors });
}

export const slugTaken = (slug: string) =>
  aboutInput('slug', new DomainError('slug_taken', `the slug ${slug} is taken`));

export const slugReserved = (slug: string) =>
  aboutInput('slug', new DomainError('name_reserved', `the slug ${slug} is reserved`));

const reserved: ReadonlySet<string> = new Set(
  `admin administrator root system rookery registry api www mail smtp ftp ssh npm pypi cargo nuget
  rubygems maven docker oci composer security internal private public official`.split(/\s+/),
);

/** Whether a name could be mistaken for the platform itself; applies to people and repositories. */
export function isReserved(name: string): boolean {
  return reserved.has(name.toLowerCase());
}

/** Whether a page has this path segment, e.g. `/orgs/new`. */
export function isPage(slug: string): boolean {
  return slug === 'new';
}

/** Slugs for a user's first repository, best first. `unique` makes a conflict for the last one improbable. */
export function personalSlugs(username: string, unique: string): string[] {
  const own = username.toLowerCase();
  return [own, `${own}-packages`, `${own}-${unique}`].filter((slug) => !isReserved(slug));
}
