import { spawn } from 'node:child_process';

const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', linux: 'xdg-open' };

/** Opens a browser if a display seems to exist. A failure is harmless, because the address was printed. */
export function openBrowser(url: string, env: NodeJS.ProcessEnv): void {
  const opener = env['BROWSER'] ?? openers[process.platform];
  const hasScreen = process.platform !== 'linux' || (env['DISPLAY'] ?? env['WAYLAND_DISPLAY']) !== undefined;
  if (opener === undefined || opener === '' || (!hasScreen && env['BROWSER'] === undefined)) return;
  const browser = spawn(opener, [url], { stdio: 'ignore', detached: true });
  browser.once('error', () => {});
  browser.unref();
}
