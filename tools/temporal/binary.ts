import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** From this server on, update-with-start, which every publish uses, is enabled by default. */
const oldestServer: readonly [number, number] = [1, 28];

export interface TemporalBinary {
  path: string;
  /** Version of the server in the binary; decides whether an existing database file fits. */
  server: string;
}

/** The server version in the output of `temporal --version`. */
export function serverVersion(output: string): string | undefined {
  return /\(Server (\d+\.\d+\.\d+)/.exec(output)?.[1];
}

export function isRecentEnough(server: string): boolean {
  const [major = 0, minor = 0] = server.split('.').map(Number);
  return major > oldestServer[0] || (major === oldestServer[0] && minor >= oldestServer[1]);
}

/** The binary, if it runs here and its server is recent enough. `path` may be a bare name, found on PATH. */
export async function probeBinary(path: string): Promise<TemporalBinary | undefined> {
  try {
    const { stdout } = await run(path, ['--version'], { timeout: 20_000 });
    const server = serverVersion(stdout);
    return server !== undefined && isRecentEnough(server) ? { path, server } : undefined;
  } catch {
    return undefined;
  }
}
