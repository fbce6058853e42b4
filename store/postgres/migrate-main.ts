import { readEnv, requireDirectUrl } from '../../config/env.ts';
import { migrate } from './migrate.ts';
import { migrationsFolder } from './schema.ts';

const env = readEnv(process.env);
// a pooler can not hold the lock of a session
const { applied, current, waiting } = await migrate(requireDirectUrl(env), migrationsFolder, {
  scannerRole: env.DATABASE_SCANNER_ROLE,
  isForced: process.argv.includes('--contract'),
  variable: env.DATABASE_DIRECT_URL === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
});
const lines = [applied.length === 0 ? `database is at ${current}` : `applied ${applied.join(', ')}`];
for (const { file, readers } of waiting) {
  lines.push(`${file} waits for the end of ${readers.join('; ')}: run migrate again after the upgrade`);
}
process.stdout.write(`${lines.join('\n')}\n`);
