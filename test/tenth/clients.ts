import { join } from 'node:path';
import type { Client, Clients } from '../../ecosystems/clients/client.ts';
import { setLine } from '../../ecosystems/clients/lines.ts';

const kit: Client = {
  option: {
    flag: 'kits',
    example: 'box-*',
    help: 'kit: kits like this come from here',
    question: 'Names of your kits (empty: the token alone)',
    spelling: /^[a-z-]+\*$/,
  },
  edits: ({ url, token, home, names: { ours = 'none' } }) => [
    {
      path: join(home, '.kitrc'),
      edit: (text) =>
        setLine(setLine(text, 'token', `token=${token}`), 'registry', `registry=${url}/tenth ${ours}`),
    },
  ],
};

export const clients: Clients = { kit };
