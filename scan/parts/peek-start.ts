/** Reads the first `length` bytes of a stream, which can then be read from its beginning. */
export function startOf(chunks: AsyncIterable<Buffer>, length: number) {
  const iterator = chunks[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);

  return {
    /** The first bytes; fewer if the stream is shorter. */
    async start(): Promise<Buffer> {
      while (start.length < length) {
        const next = await iterator.next();
        if (next.done === true) break;
        start = Buffer.concat([start, next.value]);
      }
      return start.subarray(0, length);
    },
    async *all(): AsyncGenerator<Buffer> {
      try {
        yield start;
        for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
          yield next.value;
      } finally {
        await iterator.return?.();
      }
    },
  };
}

export interface FileBody {
  bytes: Buffer;
  isWhole: boolean;
}

/** The whole content, or the beginning of longer content. */
export async function readUpTo(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<FileBody> {
  const kept: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    kept.push(Buffer.from(chunk.subarray(0, maxBytes - length)));
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return { bytes: Buffer.concat(kept), isWhole: length <= maxBytes };
}
