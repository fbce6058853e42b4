import { CargoMetadata } from './metadata.ts';

/** Requirements of the release, with the manifest's names. */
export function requirements(metadata: unknown): Record<string, string> {
  const parsed = CargoMetadata.safeParse(metadata);
  if (!parsed.success) return {};
  const { rust_version: rust, edition, links } = parsed.data;
  return Object.fromEntries(
    Object.entries({ 'rust-version': rust, edition, links }).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );
}
