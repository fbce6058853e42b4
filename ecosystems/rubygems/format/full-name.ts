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

const maxReadings = 10;

/** What a full name may stand for: names have hyphens with digits behind them too. */
export function readingsOf(full: string): Reading[] {
  if (full.length > 400) return [];
  const found: Reading[] = [];
  for (let at = full.indexOf('-'); at > 0 && found.length < maxReadings; at = full.indexOf('-', at + 1)) {
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
