import { createLzma } from './lzma.ts';
import { Damaged, type PackedSource } from './source.ts';
import { createWindow } from './window.ts';

/**
 * Unpacks LZMA or uncompressed pieces of at most 2 MB, until the end mark. Memory use is that of the window, limited
 * to the number of unpacked bytes. @throws Damaged
 */
export function* unpackLzma2(source: PackedSource, windowBytes: number): Generator<Buffer> {
  const window = createWindow(windowBytes);
  const lzma = createLzma(window);
  let needsClear = true;
  for (let control = source.byte(); control !== 0; control = source.byte()) {
    const isPacked = control >= 0x80;
    if (!isPacked && control > 2) throw new Damaged('it has a piece of an unknown kind');
    const clears = isPacked ? control >= 0xe0 : control === 1;
    if (needsClear && !clears) throw new Damaged('it refers to what was not there');
    needsClear = false;
    if (clears) window.clear();
    const length = source.take(2).readUInt16BE(0) + 1;
    if (isPacked) {
      const unpackedLength = (control & 0x1f) * 0x1_00_00 + length;
      const packedLength = source.take(2).readUInt16BE(0) + 1;
      const reset = (control >> 5) & 3;
      if (reset >= 2) lzma.setProperties(source.byte());
      if (reset >= 1) lzma.reset();
      window.begin(unpackedLength);
      lzma.unpack(source.take(packedLength));
    } else {
      window.begin(length);
      for (const byte of source.take(length)) window.put(byte);
    }
    yield window.recent();
  }
}
