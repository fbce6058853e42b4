import { join } from 'node:path';
import { migrate } from './migrate.ts';

const url = process.env['DATABASE_URL'];
if (!url) {
  process.stderr.write('DATABASE_URL is not set\n');
  process.exit(2);
}
const { applied, current } = await migrate(url, join(import.meta.dirname, '../../migrations'));
process.stdout.write(
  applied.length === 0 ? `database is at ${current}\n` : `applied ${applied.join(', ')}\n`,
);
