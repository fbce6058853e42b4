import { z } from 'zod';
import { cut, isStorableText } from './storable-text.ts';
import type { AttestedBuild } from './trusted-publisher.ts';

/** The build that made a file, as its verified certificate names it; null for each missing fact. */
export const FileBuild = z.object({
  issuer: z.string(),
  /** `owner/name` of the source. */
  repository: z.string().nullable(),
  commit: z.string().nullable(),
  /** E.g. `acme/probe/.github/workflows/release.yml@refs/heads/main`. */
  workflow: z.string().nullable(),
});
export type FileBuild = z.infer<typeof FileBuild>;

const mostCharacters = 500;

export function fileBuildOf({ issuer, repository, commit, workflowRefs }: AttestedBuild): FileBuild {
  const [workflow = null] = workflowRefs;
  return {
    issuer: shown(issuer) ?? '',
    repository: shown(repository),
    commit: shown(commit),
    workflow: shown(workflow),
  };
}

/** Issuers added by organizations can put any text here. */
function shown(text: string | null): string | null {
  return text === null || !isStorableText(text) ? null : cut(text, mostCharacters);
}
