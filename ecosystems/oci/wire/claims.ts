import { z } from 'zod';
import { Access } from './scope.ts';

/** The claims of a token of this protocol. Every use looks up the rights again: claims only narrow them. */
export const Claims = z.discriminatedUnion('use', [
  z.object({
    use: z.literal('access'),
    access: z.array(Access),
    /** The requested access: a refused client gets no second challenge. */
    asked: z.array(Access),
  }),
  z.object({ use: z.literal('refresh') }),
]);
export type Claims = z.infer<typeof Claims>;
