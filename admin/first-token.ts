import { resolve } from 'node:path';
import { readEnv } from '../config/env.ts';
import { openPool } from '../store/postgres/pool.ts';
import { ensureAdmin } from '../services/identity/bootstrap.ts';

const { DATABASE_URL: url, DATA_DIR: dataDir } = readEnv(process.env);
if (url === undefined) throw new Error('DATABASE_URL is missing');
const pool = await openPool(url, 1);
try {
  await ensureAdmin({ pool, dataDir: resolve(dataDir) });
} finally {
  await pool.end();
}
