import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { FastifyReply } from 'fastify';

interface Export {
  filename: string;
  columns: readonly string[];
  rows: AsyncIterable<Record<string, string | number | null>>;
}

/** Sends RFC 4180 row by row as the rows are read. A cell that a spreadsheet would calculate begins with a quote. */
export function sendCsv(reply: FastifyReply, { filename, columns, rows }: Export): FastifyReply {
  reply.header('content-type', 'text/csv; charset=utf-8');
  reply.header('content-disposition', `attachment; filename="${filename}"`);
  reply.header('cache-control', 'private, no-store');
  const csv = stringify({
    header: true,
    columns: [...columns],
    record_delimiter: 'windows',
    escape_formulas: true,
  });
  return reply.send(Readable.from(rows).compose(csv));
}
