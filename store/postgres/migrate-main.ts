import { join } from 'node:path';
import { directUrlOf, readEnv } from '../../config/env.ts';
import { migrate } from './migrate.ts';

// a pooler can not hold the lock of a session
const url = directUrlOf(readEnv(process.env));
if (url === undefined) {
  process.stderr.write('DATABASE_URL is not set\n');
  process.exit(2);
}
const { applied, current } = await migrate(
  url,
  join(import.meta.dirname, '../../migrations'),
  process.env['DATABASE_SCANNER_ROLE'] || undefined,
);
process.stdout.write(
  applied.length === 0 ? `database is at ${current}\n` : `applied ${applied.join(', ')}\n`,
);
