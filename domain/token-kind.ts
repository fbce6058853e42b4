import { z } from 'zod';

/** What a token is made for. One of `org_automation` belongs to an organization; the others to a person. */
export const TokenKind = z.enum(['personal', 'org_automation', 'repository', 'package', 'ci', 'publish']);
export type TokenKind = z.infer<typeof TokenKind>;
