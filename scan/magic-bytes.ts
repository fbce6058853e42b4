/** The format of a file by its first bytes. */
export type Magic =
  | 'elf'
  | 'pe'
  | 'dotnet'
  | 'mach-o'
  | 'wasm'
  | 'gzip'
  | 'zip'
  | 'other-archive'
  | 'image'
  | 'html';

const signatures: readonly (readonly [Magic, string])[] = [
  ['elf', '\x7fELF'],
  ['mach-o', '\xfe\xed\xfa\xce'],
  ['mach-o', '\xfe\xed\xfa\xcf'],
  ['mach-o', '\xce\xfa\xed\xfe'],
  ['mach-o', '\xcf\xfa\xed\xfe'],
  ['wasm', '\0asm'],
  ['gzip', '\x1f\x8b\x08'],
  ['zip', 'PK\x03\x04'],
  ['other-archive', '\xfd7zXZ\0'],
  ['other-archive', '7z\xbc\xaf\x27\x1c'],
  ['other-archive', 'Rar!\x1a\x07'],
  ['other-archive', '\x28\xb5\x2f\xfd'],
  ['image', '\x89PNG\r\n\x1a\n'],
  ['image', '\xff\xd8\xff'],
  ['image', 'GIF8'],
  ['image', '\0\0\x01\0'],
];

/** Undefined for text and for unknown formats. */
export function magicOf(head: Buffer): Magic | undefined {
  const start = head.toString('latin1', 0, 8);
  for (const [magic, signature] of signatures) if (start.startsWith(signature)) return magic;
  if (start.startsWith('MZ')) return portableExecutable(head);
  if (isFatMachO(head)) return 'mach-o';
  if (/^BZh[1-9]1AY/.test(start)) return 'other-archive';
  if (/^\s{0,64}<(?:!doctype html|html|script)\b/i.test(head.toString('latin1', 0, 128))) return 'html';
  return undefined;
}

/**
 * Java classes share the first four bytes; their version number (45 and up) is at the offset of the number of
 * architectures.
 */
function isFatMachO(head: Buffer): boolean {
  return head.length >= 8 && head.readUInt32BE(0) === 0xcafebabe && head.readUInt32BE(4) < 45;
}

/** Distinguishes managed assemblies by their CLR header: they are the normal content of a NuGet package. */
function portableExecutable(head: Buffer): Magic | undefined {
  if (head.length < 64) return undefined;
  const pe = head.readUInt32LE(0x3c);
  const optional = pe + 24;
  if (pe + 4 > head.length) return 'pe';
  if (head.toString('latin1', pe, pe + 4) !== 'PE\0\0') return undefined;
  if (optional + 2 > head.length) return 'pe';
  const clr = optional + (head.readUInt16LE(optional) === 0x20b ? 112 : 96) + 14 * 8;
  return clr + 4 <= head.length && head.readUInt32LE(clr) !== 0 ? 'dotnet' : 'pe';
}
