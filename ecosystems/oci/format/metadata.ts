import { z } from 'zod';
import { limits } from './limits.ts';

const Annotations = z.record(z.string(), z.string());

export const Descriptor = z.object({
  mediaType: z.string().min(1).max(limits['media type'].characters),
  digest: z.string().max(limits.digest.characters),
  size: z.int().min(0),
  annotations: Annotations.nullish(),
  artifactType: z.string().nullish(),
  platform: z
    .object({ os: z.string().nullish(), architecture: z.string().nullish(), variant: z.string().nullish() })
    .nullish(),
});
export type Descriptor = z.infer<typeof Descriptor>;

/** The stored metadata of a manifest beside its bytes, for lists, pages and searches. */
export const OciMetadata = z.object({
  mediaType: z.string(),
  kind: z.enum(['image', 'index']),
  /** The size of the manifest itself, in bytes. */
  size: z.int(),
  artifactType: z.string().nullable(),
  config: Descriptor.nullable(),
  layers: z.array(Descriptor),
  manifests: z.array(Descriptor),
  subject: z.string().nullable(),
  annotations: Annotations,
});
export type OciMetadata = z.infer<typeof OciMetadata>;
