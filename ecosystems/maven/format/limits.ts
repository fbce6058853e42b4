import type { Bound } from '../../../domain/limits.ts';

/** Of one file; the operator may set a lower one. */
export const fileBound = {
  bytes: 512 * 1024 ** 2,
  why: 'the largest artifact; nothing of it is kept in memory',
} as const satisfies Bound;

/** Of a POM, which is parsed as a whole. */
export const maxPomBytes = 1024 ** 2;

/** Of Gradle's module metadata, which is parsed as a whole. */
export const maxModuleBytes = 4 * 1024 ** 2;

/** Of `maven-metadata.xml` as clients send it: thousands of versions. */
export const maxMetadataBytes = 1024 ** 2;

/** Of the jar of a plugin in which its prefix is looked for: it is held in memory, and the largest have a few megabytes. */
export const maxPluginBytes = 64 * 1024 ** 2;

/** How far into its directory. */
export const maxPluginEntries = 100_000;

/** Of `plugin.xml`, which is parsed as a whole. */
export const maxPluginXmlBytes = 2 * 1024 ** 2;

/** A digest in hex, in some tools with the name of its file. */
export const maxChecksumBytes = 1024;

/** Of a signature or a bundle. */
export const maxProofBytes = 256 * 1024;

/** Of a file whose OpenPGP signature is checked: it is held in memory, more than once. */
export const maxSignedBytes = 64 * 1024 ** 2;

/** How long a release waits for another file before what has come is published, once its POM is there. */
export const idleSeconds = 60;

/** How long files may join a release that people see. */
export const joinableMinutes = 60;
