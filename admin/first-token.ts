import { resolve } from 'node:path';
import { readEnv, requireDirectUrl } from '../config/env.ts';
import { openPool } from '../store/postgres/pool.ts';
import { ensureAdmin } from '../services/identity/bootstrap.ts';

const env = readEnv(process.env);
const pool = await openPool(requireDirectUrl(env), 1);
try {
  await ensureAdmin({ pool, dataDir: resolve(env.DATA_DIR) });
} finally {
  await pool.end();
}
