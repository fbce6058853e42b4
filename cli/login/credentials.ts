import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';

const Credential = z.object({
  token: z.string(),
  id: z.string(),
  username: z.string(),
  scopes: z.array(z.string()),
  expires_at: z.string().nullable(),
});
export type Credential = z.infer<typeof Credential>;

/** Credentials by the address of the registry, without a trailing slash. */
const Stored = z.object({ registries: z.record(z.string(), Credential) });
type Stored = z.infer<typeof Stored>;

/** `$XDG_CONFIG_HOME/rookery/credentials.json`; a relative folder is ignored, as the XDG specification requires. */
export function credentialsFile(env: NodeJS.ProcessEnv): string {
  const folder = env['XDG_CONFIG_HOME'] ?? '';
  return join(isAbsolute(folder) ? folder : join(homedir(), '.config'), 'rookery', 'credentials.json');
}

export async function findCredential(file: string, url: string): Promise<Credential | undefined> {
  return (await read(file)).registries[url];
}

/** The registry with a log-in, if there is exactly one. */
export async function onlyRegistry(file: string): Promise<string | undefined> {
  const urls = Object.keys((await read(file)).registries);
  return urls.length === 1 ? urls[0] : undefined;
}

export async function saveCredential(file: string, url: string, credential: Credential): Promise<void> {
  const { registries } = await read(file);
  await write(file, { registries: { ...registries, [url]: credential } });
}

export async function removeCredential(file: string, url: string): Promise<void> {
  const { [url]: _, ...registries } = (await read(file)).registries;
  await write(file, { registries });
}

async function read(file: string): Promise<Stored> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { registries: {} };
    throw error;
  }
  try {
    return Stored.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`${file} can not be understood: repair or remove it`, { cause: error });
  }
}

/** Writes the file completely or not at all; only its owner may read it. */
async function write(file: string, stored: Stored): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomUUID()}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(stored, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
