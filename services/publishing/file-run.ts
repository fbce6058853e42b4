import { boundedId } from '../../domain/workflow-id.ts';
import type { Declared, Format } from '../../ecosystems/format.ts';
import { type FileInput, ids, queues } from '../../workflows/definitions.ts';
import { publishAttributes } from '../../workflows/search-attributes.ts';

/** Another file of a version, as sent. */
export interface SentFile {
  uploadId: string;
  declared: Declared;
  sha256: string;
  /** User id. */
  publisher: string;
  waitsForRelease?: boolean;
}

/** The workflow of the file and its start options, also for a restart of a lost workflow. */
export function fileRunOf(
  ecosystem: Format,
  { uploadId, declared, sha256, publisher, waitsForRelease }: SentFile,
) {
  const { kind, filename, contentType } = ecosystem.file(declared);
  const { name, version } = declared;
  const input: FileInput = {
    kind,
    filename,
    contentType,
    uploadId,
    ecosystem: ecosystem.id,
    name,
    version,
    sha256,
    publisher,
    ...(waitsForRelease === undefined ? {} : { waitsForRelease }),
  };
  const [nameKey, versionKey] = [ecosystem.names.canonical(name), ecosystem.versions.canonical(version)];
  const workflowId = boundedId(ids.publish(ecosystem.id, nameKey, versionKey, filename));
  const options = {
    workflowId,
    taskQueue: queues.publish,
    workflowIdConflictPolicy: 'USE_EXISTING' as const,
    // the database detects an existing file
    workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
    typedSearchAttributes: publishAttributes(input, 'attach_file'),
    staticSummary: `${ecosystem.id} ${name} ${version} ${filename}`,
    staticDetails: `One more file, sha256 ${sha256}`,
    args: [input] as [FileInput],
  };
  return { workflowId, input, options };
}
