import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { moduleFolder } from './cache.ts';

const noticeMs = 5_000;

/**
 * Builds the pinned CLI module with Go into `target`; go.sum pins every byte of its sources.
 * @param report gets a line every few seconds
 * @throws Error with the compiler's last lines
 */
export async function buildTemporal(target: string, report: (line: string) => void): Promise<void> {
  const go = spawn(
    'go',
    [
      'build',
      '-v',
      '-trimpath',
      '-tags',
      'disable_grpc_modules',
      '-ldflags',
      '-s -w',
      '-o',
      target,
      'github.com/temporalio/cli/cmd/temporal',
    ],
    { cwd: moduleFolder, env: { ...process.env, CGO_ENABLED: '0' }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const progress = followProgress(report);
  const lines = createInterface({ input: go.stderr });
  lines.on('line', progress.see);
  try {
    await new Promise<void>((resolve, reject) => {
      go.on('error', () => reject(new Error('Go is not installed')));
      go.on('close', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`go build failed:\n${progress.lastLines()}`));
      });
    });
  } finally {
    progress.stop();
  }
}

function followProgress(report: (line: string) => void) {
  const started = Date.now();
  const recent: string[] = [];
  let downloads = 0;
  let packages = 0;
  const notice = setInterval(() => {
    const seconds = Math.round((Date.now() - started) / 1000);
    report(`building it, ${seconds} s: ${downloads} modules fetched, ${packages} packages compiled`);
  }, noticeMs);
  return {
    see(line: string) {
      if (line.startsWith('go: downloading ')) downloads += 1;
      else packages += 1;
      recent.push(line);
      if (recent.length > 15) recent.shift();
    },
    lastLines: () => recent.join('\n'),
    stop: () => clearInterval(notice),
  };
}
