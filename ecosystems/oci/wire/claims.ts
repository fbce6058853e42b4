import { z } from 'zod';
import { Access } from './scope.ts';

/** The claims of a token of this protocol. Rights are looked up again on every use: this only narrows them. */
export const Claims = z.discriminatedUnion('use', [
  z.object({
    use: z.literal('access'),
    access: z.array(Access),
    /** The requested access: a client that was refused needs no second challenge. */
    asked: z.array(Access),
  }),
  z.object({ use: z.literal('refresh') }),
]);
export type Claims = z.infer<typeof Claims>;
