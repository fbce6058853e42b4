/**
 * The members of a pax extended header that locate the next entry: later records win, a broken record ends the
 * header.
 */
export interface LenientPax {
  path?: string;
  size?: number;
  /** Whether readers interpret the header differently. */
  isAmbiguous?: boolean;
}

export function parseLenientPax(body: Buffer): LenientPax {
  const records: LenientPax = {};
  for (let at = 0; at < body.length;) {
    const space = body.indexOf(0x20, at);
    const length = space === -1 || space - at > 8 ? 0 : Number(body.toString('latin1', at, space));
    const equals = body.indexOf(0x3d, space);
    if (!Number.isInteger(length) || length <= 0 || at + length > body.length)
      return { ...records, isAmbiguous: true };
    const end = at + length - 1;
    if (equals > space && equals < end) {
      const key = body.toString('latin1', space + 1, equals);
      const value = body.toString('utf8', equals + 1, end);
      const isAgain = (key === 'path' || key === 'size') && records[key] !== undefined;
      const isCut = key === 'path' && value.includes('\0');
      const isNumber = /^\d{1,15}$/.test(value);
      if (isAgain || isCut || key.startsWith('GNU.sparse.') || (key === 'size' && !isNumber))
        records.isAmbiguous = true;
      if (key === 'path') records.path = value;
      if (key === 'size' && isNumber) records.size = Number(value);
    } else records.isAmbiguous = true;
    at += length;
  }
  return records;
}
