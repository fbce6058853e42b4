import { directUrlOf, readEnv } from '../../config/env.ts';
import { migrate } from './migrate.ts';
import { migrationsFolder } from './schema.ts';

// a pooler can not hold the lock of a session
const url = directUrlOf(readEnv(process.env));
if (url === undefined) {
  process.stderr.write('DATABASE_URL is not set\n');
  process.exit(2);
}
const { applied, current, waiting } = await migrate(url, migrationsFolder, {
  scannerRole: process.env['DATABASE_SCANNER_ROLE'] || undefined,
  isForced: process.argv.includes('--contract'),
});
const lines = [applied.length === 0 ? `database is at ${current}` : `applied ${applied.join(', ')}`];
for (const { file, readers } of waiting) {
  lines.push(`${file} waits for the end of ${readers.join('; ')}: run migrate again after the upgrade`);
}
process.stdout.write(`${lines.join('\n')}\n`);
