const units: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

/** Bytes of `1000`, `500 MB` or `1.5 GiB`, rounded down; null for anything else. */
export function parseByteSize(text: string): number | null {
  const [, amount = '', unit = ''] = /^(\d{1,16}(?:\.\d{1,6})?) ?([a-z]{0,3})$/i.exec(text.trim()) ?? [];
  const factor = units[unit.toLowerCase() || 'b'];
  if (amount === '' || factor === undefined) return null;
  const bytes = Math.floor(Number(amount) * factor);
  return Number.isSafeInteger(bytes) ? bytes : null;
}
