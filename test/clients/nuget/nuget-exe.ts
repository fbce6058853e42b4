import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fetchProgram } from '../../support/npm-clients.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { findTool, isSkipped, requireTool } from '../../support/tool.ts';

const packed = { package: 'nuget-exe', version: '5.8.0', program: 'nuget-exe/nuget-5.8.0.exe' };
const mono = findTool('mono');
const client = mono === undefined ? undefined : await fetchProgram(packed);
const reason = `the tests with nuget.exe need mono on PATH and the npm package ${packed.package}@${packed.version}`;

/** Whether the client is missing or the platform cannot start. */
export const cannotRun = isSkipped(client, reason) || isSkipped(await findTemporal(), temporalMissing);

export interface Outcome {
  code: number;
  /** The output of both streams. */
  text: string;
}

export interface Feed {
  url: string;
  /** Stored in the client's configuration, as a person does. */
  credentials?: { username: string; password: string };
}

/** A machine without any cached package: its own home, configuration, caches and scratch folder. */
export interface Machine {
  folder: string;
  write(files: Record<string, string | Buffer>): Promise<void>;
  /** Runs nuget.exe in the folder. Resolves also when it fails. */
  run(...args: string[]): Promise<Outcome>;
  /** Runs a command that has to succeed. @throws Error with all output of the client */
  must(...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

/** A machine that knows one source, `rookery`. */
export async function createMachine(feed: Feed): Promise<Machine> {
  // The blank is on purpose: paths of real machines have them.
  const folder = await mkdtemp(join(tmpdir(), 'nuget client '));
  const own = (path: string) => join(folder, path);

  async function write(files: Record<string, string | Buffer>): Promise<void> {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(own(path)), { recursive: true });
      await writeFile(own(path), content);
    }
  }

  function run(...args: string[]): Promise<Outcome> {
    const program = requireTool(client, reason);
    const env = {
      PATH: process.env['PATH'],
      LANG: 'C.UTF-8',
      HOME: own('home'),
      XDG_CONFIG_HOME: own('home/config'),
      XDG_DATA_HOME: own('home/data'),
      TMPDIR: own('tmp'),
      NUGET_PACKAGES: own('home/packages'),
    };
    const all = [program, ...args, '-NonInteractive', '-ForceEnglishOutput'];
    return new Promise((resolve) => {
      execFile(requireTool(mono, reason), all, { cwd: folder, env }, (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : Number(error !== null);
        resolve({ code, text: `${stdout}${stderr}` });
      });
    });
  }

  await write({ 'nuget.config': configuration(feed), 'tmp/.keep': '', 'home/.keep': '' });
  return {
    folder,
    write,
    run,
    async must(...args) {
      const { code, text } = await run(...args);
      if (code === 0) return text;
      throw new Error(`nuget ${args.join(' ')}: ${text}`);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function configuration({ url, credentials }: Feed): string {
  const known =
    credentials === undefined
      ? ''
      : `<packageSourceCredentials><rookery>
           <add key="Username" value="${credentials.username}" />
           <add key="ClearTextPassword" value="${credentials.password}" />
         </rookery></packageSourceCredentials>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<configuration>
  <packageSources>
    <clear />
    <add key="rookery" value="${url}" protocolVersion="3" />
  </packageSources>
  ${known}
</configuration>
`;
}
