import { z } from 'zod';
import type { OciMetadata } from './metadata.ts';

/** The facts of a manifest in lists and searches. Annotations may have megabytes: only their size is here. */
export const OciListed = z.object({
  mediaType: z.string(),
  size: z.int(),
  artifactType: z.string().nullable(),
  /** Media type of the configuration: the kind of an image without an artifact type. */
  configType: z.string().nullable(),
  subject: z.string().nullable(),
  /** Upper bound of the annotations' JSON, in bytes. */
  annotationBytes: z.int(),
});
export type OciListed = z.infer<typeof OciListed>;

export function listedOf(metadata: Omit<OciMetadata, 'layers' | 'manifests'>): OciListed {
  const { mediaType, size, artifactType, config, subject, annotations } = metadata;
  // the database writes a blank after each colon and comma
  const blanks = 2 * Object.keys(annotations).length;
  return {
    mediaType,
    size,
    artifactType,
    configType: config?.mediaType ?? null,
    subject,
    annotationBytes: Buffer.byteLength(JSON.stringify(annotations)) + blanks,
  };
}
