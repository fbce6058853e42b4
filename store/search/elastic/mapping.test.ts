import { expect, test } from 'vitest';
import { sha256Hex } from '../../../domain/digest.ts';
import { mappingVersion, newIndex, servingSettings } from './mapping.ts';

/** Fingerprints by version. */
const fingerprints: Record<number, string> = { 1: 'c8b8955449a6bce7' };

test('a change of the mapping has a version of its own, so that indexes are made anew', () => {
  const { settings, mappings } = newIndex;

  const fingerprint = sha256Hex(JSON.stringify({ settings, mappings, servingSettings })).slice(0, 16);

  expect(fingerprint).toBe(fingerprints[mappingVersion]);
});
