import { z } from 'zod';

/** The purpose of a token. An `org_automation` token belongs to an organization; all others belong to a person. */
export const TokenKind = z.enum(['personal', 'org_automation', 'repository', 'package', 'ci', 'publish']);
export type TokenKind = z.infer<typeof TokenKind>;
