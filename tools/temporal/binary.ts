import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Update-with-start, which every publish uses, is on by default from this server on. */
const oldestServer: readonly [number, number] = [1, 28];

export interface TemporalBinary {
  path: string;
  /** Version of the server inside; decides whether an existing database file fits. */
  server: string;
}

/** Server version in the answer of `temporal --version`. */
export function serverVersion(output: string): string | undefined {
  return /\(Server (\d+\.\d+\.\d+)/.exec(output)?.[1];
}

export function isRecentEnough(server: string): boolean {
  const [major = 0, minor = 0] = server.split('.').map(Number);
  return major > oldestServer[0] || (major === oldestServer[0] && minor >= oldestServer[1]);
}

/** The binary when it runs here and its server is recent enough. `path` may be a bare name to look up. */
export async function probeBinary(path: string): Promise<TemporalBinary | undefined> {
  try {
    const { stdout } = await run(path, ['--version'], { timeout: 20_000 });
    const server = serverVersion(stdout);
    return server !== undefined && isRecentEnough(server) ? { path, server } : undefined;
  } catch {
    return undefined;
  }
}
