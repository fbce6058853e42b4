import { join } from 'node:path';
import type { Client, Clients } from '../clients/client.ts';

const docker: Client = {
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
