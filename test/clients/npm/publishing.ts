import type { ClientName } from '../../support/npm-clients.ts';
import type { ClientHome } from './home.ts';

/** The publish commands of each client. */
export const publishing: Record<ClientName, string[][]> = {
  npm8: [['publish']],
  npm9: [['publish']],
  npm10: [['publish']],
  npm11: [['publish']],
  npm12: [['publish']],
  pnpm10: [['publish', '--no-git-checks']],
  pnpm11: [['publish', '--no-git-checks']],
  yarn1: [['publish', '--non-interactive', '--no-git-tag-version']],
  yarn4: [['install'], ['npm', 'publish']],
  bun: [['publish']],
};

/** Publishes the project. Returns the last output of the client. @throws Error with all of its output */
export async function publishWith(client: ClientName, home: ClientHome, project: string): Promise<string> {
  let said = '';
  for (const args of publishing[client]) {
    const { stdout, stderr } = await home.must(client, project, ...args);
    said = stdout + stderr;
  }
  return said;
}
