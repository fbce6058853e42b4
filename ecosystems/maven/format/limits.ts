import type { Limits } from '../../../domain/limits.ts';

const KiB = 1024;
const MiB = 1024 * KiB;

/** Limits of requests from builds and of the files that are read. */
export const limits = {
  file: { bytes: 512 * MiB, why: 'the largest artifact; nothing of it is kept in memory' },
  pom: { bytes: MiB, why: 'parsed as a whole' },
  module: { bytes: 4 * MiB, why: "Gradle's module metadata, parsed as a whole" },
  metadata: { bytes: MiB, why: 'maven-metadata.xml as clients send it: thousands of versions' },
  plugin: {
    bytes: 64 * MiB,
    count: 100_000,
    why: 'a jar in which a prefix is looked for: held in memory, and so far into its directory',
  },
  'jars inside': {
    bytes: 64 * MiB,
    count: 64,
    why: 'of a library for Android, opened in memory: further ones count as code that builds run',
  },
  'plugin.xml': { bytes: 2 * MiB, why: 'parsed as a whole' },
  checksum: { bytes: KiB, why: 'a digest in hex, in some tools with the name of its file' },
  proof: { bytes: 256 * KiB, why: 'a signature or a bundle' },
  signed: {
    bytes: 64 * MiB,
    why: 'a file whose OpenPGP signature is checked: held in memory more than once',
  },
  idle: { seconds: 60, why: 'a release with its POM waits so long for another file, then it is published' },
  joinable: { seconds: 60 * 60, why: 'so long files may join a release that is visible' },
  name: { characters: 255, why: 'a group or an artifact' },
  path: { characters: 512, why: 'a file on the disks of clients' },
  'listed folder': { count: 5_000, why: 'groups and artifacts in one answer' },
  'plugins of a group': { count: 500, why: 'one document' },
  'search page': { count: 200, why: 'one answer' },
} as const satisfies Limits;
