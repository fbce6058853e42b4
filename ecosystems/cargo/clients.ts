import { join } from 'node:path';
import type { Client, Clients } from '../clients/client.ts';
import { setInSection } from '../clients/lines.ts';

const section = 'registries.rookery';

const cargo: Client = {
  add: ({ name, version }) => `cargo add ${name}@${version} --registry rookery`,
  notes: () => ['takes a crate from here where its project says so: cargo add --registry rookery <crate>'],
  edits: ({ url, token, home }) => [
    {
      path: join(home, '.cargo', 'config.toml'),
      edit: (text) => {
        const named = setInSection(text, section, 'credential-provider', '["cargo:token"]');
        return setInSection(named, section, 'index', `"sparse+${url}/cargo/index/"`);
      },
    },
    {
      path: join(home, '.cargo', 'credentials.toml'),
      edit: (text) => setInSection(text, section, 'token', `"${token}"`),
    },
  ],
};

export const clients: Clients = { cargo };
