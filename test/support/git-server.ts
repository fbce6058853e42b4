import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A repository to which people push, and its address. */
export interface TestRepository {
  url: string;
  git(...args: string[]): Promise<string>;
  /** Commits these files in addition to the existing ones, with a tag. Links are written `-> target`. */
  tag(tag: string, files: Readonly<Record<string, string | Buffer>>): Promise<string>;
}

export interface GitServer {
  url: string;
  /** Requested paths. */
  asked: string[];
  repository(name: string): Promise<TestRepository>;
  /** Called before git answers; returns true if it has answered itself. */
  intercept: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  stop(): Promise<void>;
}

/** `git http-backend` on the loopback interface, which serves repositories as a forge does. */
export async function startGitServer(): Promise<GitServer> {
  const root = await mkdtemp(join(tmpdir(), 'rookery-git-'));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (it.intercept?.(request, response) !== true) serve(root, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const it: GitServer = {
    url,
    asked,
    intercept: null,
    async repository(name) {
      const folder = join(root, name);
      const env = { ...identity, PATH: process.env['PATH'] ?? '', HOME: root };
      const git = async (...args: string[]) =>
        (await run('git', args, { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 })).stdout.trim();
      await mkdir(folder, { recursive: true });
      await git('init', '--quiet', '--initial-branch=main');
      return {
        url: `${url}/${name}/.git`,
        git,
        async tag(tag, files) {
          for (const [path, body] of Object.entries(files)) await place(join(folder, path), body);
          await git('add', '--all', '--force');
          await git('commit', '--quiet', '--allow-empty', '--message', tag);
          await git('tag', tag);
          return git('rev-parse', 'HEAD');
        },
      };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(root, { recursive: true, force: true });
    },
  };
  return it;
}

const identity = {
  GIT_AUTHOR_NAME: 'Author',
  GIT_AUTHOR_EMAIL: 'author@example.com',
  GIT_COMMITTER_NAME: 'Author',
  GIT_COMMITTER_EMAIL: 'author@example.com',
};

async function place(path: string, body: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const target = typeof body === 'string' ? /^-> (.+)$/.exec(body)?.[1] : undefined;
  if (target === undefined) await writeFile(path, body);
  else await symlink(target, path);
}

/** Runs git as a CGI program. */
function serve(root: string, request: IncomingMessage, response: ServerResponse): void {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: path,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  let head: Buffer | null = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    if (head === null) {
      response.write(chunk);
      return;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    const lines = head.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2) as [string, string]));
    response.writeHead(Number.parseInt(headers['Status'] ?? '200', 10), headers);
    response.write(head.subarray(end + 4));
    head = null;
  });
  child.stdout.on('end', () => response.end());
  response.on('close', () => child.kill());
}
