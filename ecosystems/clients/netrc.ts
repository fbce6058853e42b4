import { join } from 'node:path';
import type { Client } from './client.ts';
import { setMachine } from './lines.ts';

/** `.netrc`, from which pip, uv, curl and others take the credential of a host. */
export const netrc: Client = {
  edits: ({ url, token, home }) => [
    { path: join(home, '.netrc'), edit: (text) => setMachine(text, new URL(url).hostname, token) },
  ],
};
