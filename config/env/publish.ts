import { z } from 'zod';
import { UninspectedPolicy } from '../../domain/publication.ts';
import { count, mebibyte, milliseconds, nameServers, seconds, toggle } from './values.ts';

/** Publishing, scanning and rendering. */
export const publishAndScan = {
  PUBLISH_DEADLINE_MS: milliseconds
    .default(20_000)
    .describe('How long a publish waits for its receipt before it answers "accepted".'),
  NAMESPACE_CLAIMS: z
    .enum(['on-publish', 'own-names', 'required'])
    .default('on-publish')
    .describe(
      'What a first publish claims: any scope that is free (images: own names), own-names the name of the person and of their organizations alone, required nothing: it is claimed before (POST /v1/namespaces).',
    ),
  DNS_SERVERS: nameServers
    .prefault('')
    .describe(
      'Comma-separated addresses, with a port where it is not 53, that are asked for proofs of namespaces. Default: those of the system.',
    ),
  WEBHOOK_PRIVATE_TARGETS: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .describe(
      'Webhooks are sent to public addresses only; allow also sends them into private networks and to this machine.',
    ),
  IMPORT_PRIVATE_TARGETS: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .describe(
      'Repositories are imported from public addresses with https only; allow also reaches private networks and this machine, with http too.',
    ),
  MAX_PACKAGES: count
    .optional()
    .describe('Packages of one owner, a person or an organization. Default: any.'),
  MAX_RELEASES_PER_DAY: count.optional().describe('New releases of one owner within 24 hours. Default: any.'),
  MAX_STORAGE_BYTES: count
    .optional()
    .describe('Bytes of all files of one owner, a person or an organization. Default: any.'),
  STAGED_TTL_SECONDS: seconds
    .default(86_400)
    .describe('Age at which an upload that no workflow took over is removed.'),
  PART_GRACE_SECONDS: seconds
    .default(7 * 86_400)
    .describe('How long an image layer stays that no release refers to.'),
  SCANNER_PART_BYTES: count
    .default(1024 * mebibyte)
    .describe('Image layers larger than this are not opened by the scanner, which the release says.'),
  MALWARE_RESOLVERS: z
    .enum(['admins', 'triagers'], 'must be admins or triagers')
    .default('admins')
    .describe(
      'Who resolves findings of malware: platform administrators, or triagers other than the publisher too.',
    ),
  UNINSPECTED_PARTS: UninspectedPolicy.default('record').describe(
    'What to do with a release whose image layer, or an archive inside one of its files, the scanner could not inspect: record adds a finding, hold also hides the release until a person decides.',
  ),
  SANDBOX_REQUIRED: toggle
    .prefault('off')
    .describe(
      'on: api and scanner do not start where the system lets the processes that open archives keep the network.',
    ),
  SCANNER_THREADS: count.max(256).default(2).describe('Archives opened at the same time by one scanner.'),
  SCANNER_TIMEOUT_MS: milliseconds.default(60_000).describe('Time limit of one scan.'),
  SCANNER_MEMORY_MB: count
    .min(64)
    .max(65_536)
    .default(256)
    .describe('Heap of one process that opens archives, in MiB.'),
  RENDER_THREADS: count
    .max(64)
    .default(2)
    .describe('Indexes rendered at the same time by one process; one owner never takes the last.'),
  RENDER_TIMEOUT_MS: milliseconds.default(8_000).describe('Time limit of rendering one index.'),
  RENDER_MEMORY_MB: count.min(64).max(65_536).default(512).describe('Heap of one rendering thread in MiB.'),
  RENDER_INPUT_BYTES: count
    .default(32 * mebibyte)
    .describe('Metadata of the releases that are rendered together. A release with more is refused.'),
  RENDER_OUTPUT_BYTES: count
    .default(64 * mebibyte)
    .describe('One index document, and what one rendering writes.'),
};
