import { readEnv, requireDirectUrl } from '../../config/env.ts';
import { migrate } from './migrate.ts';
import { migrationsFolder } from './schema.ts';

const env = readEnv(process.env);
// a pooler can't hold a session lock
const { applied, current, waiting, isOlder } = await migrate(requireDirectUrl(env), migrationsFolder, {
  scannerRole: env.DATABASE_SCANNER_ROLE,
  withContract: process.argv.includes('--contract'),
  variable: env.DATABASE_DIRECT_URL === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
});
const lines = [applied.length === 0 ? `database is at ${current}` : `applied ${applied.join(', ')}`];
for (const { file, readers } of waiting) {
  lines.push(
    readers.length === 0
      ? `${file} waits for "bin/rookery migrate --contract", after which older versions can not run`
      : `${file} waits for the end of ${readers.join('; ')}: run "bin/rookery migrate --contract" again then`,
  );
}
if (isOlder) lines.push('a newer version has applied more steps: the rights of the scanner stay as they are');
process.stdout.write(`${lines.join('\n')}\n`);
