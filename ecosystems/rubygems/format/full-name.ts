import { limits } from './limits.ts';
import { DomainError } from '../../../domain/errors.ts';
import { canonicalName } from './name.ts';
import { canonicalVersion } from './version.ts';

/** `{name}-{version}` or `{name}-{version}-{platform}`. */
export const fullName = (name: string, version: string) => `${name}-${version}`;

export const gemFilename = (name: string, version: string) => `${fullName(name, version)}.gem`;

export interface Reading {
  nameKey: string;
  versionKey: string;
}

const maxReadings = limits['readings of a full name'].count;

/** The possible readings of a full name: names may also have hyphens before digits. Empty for too many readings. */
export function readingsOf(full: string): Reading[] {
  if (full.length > limits['full name'].characters) return [];
  const found: Reading[] = [];
  for (let at = full.indexOf('-'); at > 0; at = full.indexOf('-', at + 1)) {
    if (found.length > maxReadings) return [];
    const reading = readingAt(full, at);
    if (reading) found.push(reading);
  }
  return found;
}

function readingAt(full: string, at: number): Reading | undefined {
  if (!/^\d/.test(full.slice(at + 1, at + 2))) return undefined;
  try {
    return { nameKey: canonicalName(full.slice(0, at)), versionKey: canonicalVersion(full.slice(at + 1)) };
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/**
 * Other gems that may have the same filename: `a-1.0-x86` with version 2 has the filename of `a` with version 1.0 for
 * `x86-2`. @throws DomainError `invalid_name`
 */
export function conflictsOf(name: string, version: string): Reading[] {
  const [nameKey, versionKey] = [canonicalName(name), canonicalVersion(version)];
  const isThis = (each: Reading) => each.nameKey === nameKey && each.versionKey === versionKey;
  const readings = readingsOf(fullName(name, version));
  if (readings.some(isThis)) return readings.filter((each) => !isThis(each));
  throw new DomainError('invalid_name', `${name} has too many parts that look like versions`);
}
