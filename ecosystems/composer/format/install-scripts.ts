import type { Served } from './manifest.ts';

/** Packages that Composer loads into itself as soon as they are unpacked. */
const plugins: readonly unknown[] = ['composer-plugin', 'composer-installer'];

/** Events of `install`, and of `create-project`, whose root the package is. */
const events =
  /^(?:(?:pre|post)-(?:install|update)-cmd|(?:pre|post)-autoload-dump|post-root-package-install|post-create-project-cmd|pre-operations-exec|(?:pre|post)-package-(?:install|update|uninstall)|pre-pool-create|(?:pre|post)-file-download|init|command)$/;

/**
 * Number of scripts that an install runs: a plugin counts as one; a project template counts with its own scripts.
 * Composer runs no scripts of dependencies.
 */
export function countInstallScripts({ type, scripts = {} }: Served): number {
  if (plugins.includes(type)) return 1;
  return type === 'project' ? Object.keys(scripts).filter((name) => events.test(name)).length : 0;
}
