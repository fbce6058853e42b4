import { resolve } from 'node:path';
import { directUrlOf, readEnv } from '../config/env.ts';
import { openPool } from '../store/postgres/pool.ts';
import { ensureAdmin } from '../services/identity/bootstrap.ts';

const env = readEnv(process.env);
const url = directUrlOf(env);
if (url === undefined) throw new Error('DATABASE_URL is missing');
const pool = await openPool(url, 1);
try {
  await ensureAdmin({ pool, dataDir: resolve(env.DATA_DIR) });
} finally {
  await pool.end();
}
