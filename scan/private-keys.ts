import { entropy } from './text.ts';
import { scanLimits } from './limits.ts';

export interface PrivateKeyBlock {
  at: number;
  isEncrypted: boolean;
}

const begin = /-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED|PGP) )?PRIVATE KEY(?: BLOCK)?-----/g;
const maxBlock = scanLimits['private key'].bytes;

/** PEM, OpenSSH and PGP private keys with a real body; a parser's header constants do not match. */
export function findPrivateKeys(text: string): PrivateKeyBlock[] {
  if (!text.includes('PRIVATE KEY')) return [];
  const found: PrivateKeyBlock[] = [];
  for (const match of text.matchAll(begin)) {
    const start = match.index + match[0].length;
    const block = text.slice(start, start + maxBlock);
    const end = block.indexOf('-----');
    if (end === -1 || !block.startsWith('-----END ', end) || !hasKeyBody(block.slice(0, end))) continue;
    const isEncrypted = match[0].includes('ENCRYPTED') || block.slice(0, end).includes('4,ENCRYPTED');
    found.push({ at: match.index, isEncrypted });
  }
  return found;
}

function hasKeyBody(block: string): boolean {
  // String literals write line ends as `\n` and quote each line.
  const base64 = block.replace(/\\[nrt]|[^A-Za-z0-9+/]/g, '');
  return base64.length >= 60 && entropy(base64) > 4;
}
