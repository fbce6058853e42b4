import { z } from 'zod';

/** The content of a build's token: the identity confirmed by its issuer, and the limits of the exchange. */
export const BuildToken = z.object({
  issuer: z.string(),
  subject: z.string(),
  repository: z.string().nullable(),
  repositoryOwnerId: z.string().nullable(),
  workflowRef: z.string().nullable(),
  environment: z.string().nullable(),
  /**
   * Organizations with their own trust in the issuer, by id: only their packages accept the token. Null: every
   * package may.
   */
  organizations: z.array(z.string()).nullable(),
  /** The one package named in the exchange. Null: all packages that match the identity. */
  nameKey: z.string().nullable(),
  /** The selected packages: those of this owner, or of the person who named the publisher; lower case. */
  owner: z.string().nullable(),
  /** Slug of the repository whose address received the exchange. */
  repositorySlug: z.string().nullable(),
});
export type BuildToken = z.infer<typeof BuildToken>;

/** The owner and repository of the package, or pending package, of a publisher. */
export interface Opened {
  nameKey: string;
  ownerOrgId: string | null;
  ownerName: string;
  createdByName: string;
  /** Null: the package does not exist yet. */
  repositorySlug: string | null;
}

/** Whether the limits of the exchange allow the token to publish the package. */
export function isLeftTo(token: BuildToken, opened: Opened): boolean {
  const { organizations, nameKey, owner, repositorySlug } = token;
  return (
    (organizations === null || (opened.ownerOrgId !== null && organizations.includes(opened.ownerOrgId))) &&
    (nameKey === null || nameKey === opened.nameKey) &&
    (repositorySlug === null || opened.repositorySlug === null || repositorySlug === opened.repositorySlug) &&
    (owner === null ||
      opened.ownerName.toLowerCase() === owner ||
      opened.createdByName.toLowerCase() === owner)
  );
}
