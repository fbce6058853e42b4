import type { Limits } from '../../domain/limits.ts';
import { fieldLimits } from '../../domain/limits/fields.ts';

/** Limits for reading OpenPGP keys and signatures: people upload both. */
export const limits = {
  key: fieldLimits['public key'],
  packets: { count: 400, why: 'reading each takes its time; keys that sign releases have fewer' },
  'RSA key': { bits: 8_192, why: 'a check takes longer the more there are' },
  exponent: { bytes: 4, why: 'those in use have three; a long one makes each check slow' },
  subkeys: { count: 20, why: 'of one key' },
  'user ids': { count: 20, why: 'of one key' },
  'key signatures': { count: 200, why: 'each is checked' },
  'file signatures': { count: 4, why: 'each hashes the whole file' },
} as const satisfies Limits;
