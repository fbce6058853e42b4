import { expect, test } from 'vitest';
import { DomainError, type ErrorCode } from '../domain/errors.ts';
import { FileStanding } from '../domain/file-standing.ts';
import { Publication } from '../domain/publication.ts';
import { type ArchiveSample, type EcosystemSamples, openSample } from './conformance-samples.ts';
import type { Format } from './format.ts';

/** Limits, refusals and results of reading an archive. */
export function describeInspection(ecosystem: Format, samples: EcosystemSamples): void {
  test('a sound archive is read into a publication that survives JSON', async () => {
    const { publication, extracts } = await ecosystem.inspect(
      openSample(ecosystem, samples.archive),
      samples.archive.declared,
    );

    expect(Publication.parse(JSON.parse(JSON.stringify(publication)))).toEqual(publication);
    expect(() => ecosystem.names.canonical(publication.name)).not.toThrow();
    expect(() => ecosystem.versions.canonical(publication.version)).not.toThrow();
    expect(new Set(extracts.map(({ filename }) => filename)).size).toBe(extracts.length);
  });

  test('what policies ask of its files is said of these files, and nothing vouches for what is not signed', async () => {
    const opened = openSample(ecosystem, samples.archive);

    const { standings } = await ecosystem.inspect(opened, samples.archive.declared);

    const filenames = opened.map(({ filename }) => filename);
    for (const [filename, standing] of Object.entries(standings)) {
      expect(filenames).toContain(filename);
      expect(FileStanding.parse(standing)).toEqual(standing);
      expect(standing.vouchers).toEqual([]);
    }
  });

  test('the figures of a release are whole numbers, also with metadata of an unknown form', async () => {
    const { publication } = await ecosystem.inspect(
      openSample(ecosystem, samples.archive),
      samples.archive.declared,
    );

    for (const metadata of [publication.metadata, {}, null, { manifest: 1 }]) {
      const { installBytes, hasEntrypoints, hasTreeShakingHints, ...counts } = ecosystem.bundle(metadata);
      expect([typeof hasEntrypoints, typeof hasTreeShakingHints]).toEqual(['boolean', 'boolean']);
      for (const count of [installBytes ?? 0, ...Object.values(counts)]) {
        expect(Number.isInteger(count) && count >= 0).toBe(true);
      }
    }
  });

  test.each(Object.entries(samples.refused))('%s is refused', async (_title, sample) => {
    expect(await refusal(ecosystem, sample)).toMatch(/^(?:invalid_\w+|manifest_mismatch|name_reserved)$/);
  });

  test.each(Object.entries(samples.contradicted))(
    'a request that contradicts its archive is refused, and told %s',
    async (words, sample) => {
      await expect(ecosystem.inspect(openSample(ecosystem, sample), sample.declared)).rejects.toThrow(
        expect.objectContaining({
          code: expect.stringMatching(/^(?:manifest_mismatch|invalid_archive)$/),
          message: expect.stringContaining(words),
        }),
      );
    },
  );

  test('what a request declares beside its archive gets nowhere', async () => {
    const { archive, smuggled } = samples;
    const declared = { ...archive.declared, metadata: { ...archive.declared.metadata, ...smuggled } };

    const sound = await ecosystem.inspect(openSample(ecosystem, archive), archive.declared);
    const outcome = await ecosystem
      .inspect(openSample(ecosystem, archive), declared)
      .catch((error: unknown) => error);

    // the smuggled values are refused or ignored
    const isRefused = outcome instanceof DomainError && outcome.code === 'manifest_mismatch';
    expect(isRefused ? sound : outcome).toEqual(sound);
  });

  test('an empty archive is refused', async () => {
    const sample = { files: {}, declared: samples.archive.declared };

    expect(await refusal(ecosystem, sample)).toBe('invalid_archive');
  });

  const refused = samples.takesAnyBytes ? undefined : 'invalid_archive';
  test(`an archive of noise is ${refused ?? 'taken'}`, async () => {
    const noise = Buffer.from(Array.from({ length: 512 }, (_, index) => (index * 167 + 13) % 256));
    const files = Object.fromEntries(Object.keys(samples.archive.files).map((path) => [path, noise]));
    const sample = { files, declared: samples.archive.declared };

    expect(await refusal(ecosystem, sample)).toBe(refused);
  });
}

async function refusal(ecosystem: Format, sample: ArchiveSample): Promise<ErrorCode | undefined> {
  try {
    await ecosystem.inspect(openSample(ecosystem, sample), sample.declared);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
