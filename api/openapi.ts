import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import Fastify from 'fastify';
import { readConfig } from '../config/config.ts';
import { createEcosystems } from '../ecosystems/index.ts';
import type { Services } from '../services/index.ts';
import { registerManagement } from './routes/index.ts';

const committed = new URL('../openapi.json', import.meta.url);

/** Renders the committed document from the routes alone, without a listener or a connection. */
export async function renderOpenApi(): Promise<string> {
  const config = readConfig({ DATABASE_URL: 'postgres://nowhere/none', JWT_SECRET: '-'.repeat(32) });
  const app = Fastify();
  // registration only stores the other services for later requests
  const ecosystems: Services['ecosystems'] = createEcosystems();
  const services = { config, ecosystems, chess: {}, files: {} } as Services;
  await registerManagement(app, services);
  await app.ready();
  const response = await app.inject('/openapi.json');
  await app.close();
  return `${JSON.stringify(response.json(), null, 2)}\n`;
}

export async function readOpenApi(): Promise<string> {
  return readFile(committed, 'utf8').catch(() => '');
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { write: { type: 'boolean' }, check: { type: 'boolean' } } });
  const document = await renderOpenApi();
  if (values.write) return writeFile(committed, document);
  if (!values.check) {
    process.stdout.write(document);
    return;
  }
  if (document === (await readOpenApi())) return;
  process.stderr.write('openapi.json is not what the routes say: run this again with --write\n');
  process.exitCode = 1;
}

if (import.meta.main) await main();
