import { join } from 'node:path';
import type { Client, Clients } from '../clients/client.ts';
import { isDigest } from './format/digest.ts';

const docker: Client = {
  add: ({ name, version, url }) =>
    `docker pull ${new URL(url).host}/${name}${isDigest(version) ? '@' : ':'}${version}`,
  edits: ({ url, token, home }) => [
    {
      path: join(home, '.docker', 'config.json'),
      edit: (text) => {
        const config = (text.trim() === '' ? {} : JSON.parse(text)) as { auths?: Record<string, unknown> };
        const auth = Buffer.from(`token:${token}`).toString('base64');
        const auths = { ...config.auths, [new URL(url).host]: { auth } };
        return `${JSON.stringify({ ...config, auths }, null, 2)}\n`;
      },
    },
  ],
};

export const clients: Clients = { docker };
