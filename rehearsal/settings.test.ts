import { describe, expect, it } from 'vitest';
import { readComposeFile, rolesOf } from '../deploy/compose/compose-file.ts';
import { chooseAddresses } from './addresses.ts';
import { jobs, readSettings, runningRoles } from './settings.ts';

const settings = readSettings({
  addresses: chooseAddresses(9),
  publicUrl: 'https://localhost:9443',
  secrets: '/run/here',
  data: '/run/data',
});

describe('the settings of a rehearsal', () => {
  it('are every role and job of docker-compose.yml with every one of its variables', () => {
    const { services } = readComposeFile();
    const served = [...runningRoles, ...jobs].map((name) => settings[name]);
    for (const { command, environment } of rolesOf(services)) {
      const mine = served.filter((role) => role.command[0] === command[0]);

      expect(mine.length).toBeGreaterThan(0);
      for (const role of mine) {
        expect(Object.keys(role.environment)).toEqual(expect.arrayContaining(Object.keys(environment)));
      }
    }
  });

  it('lead to no other host than this one', () => {
    const text = JSON.stringify(settings);
    expect(text).not.toMatch(/0\.0\.0\.0|\/run\/secrets|temporal:7233|s3:7070|"\/data/);
    expect(settings['api-2'].environment).toMatchObject({
      HOST: '127.9.0.12',
      PORT: '8080',
      PUBLIC_URL: 'https://localhost:9443',
      TEMPORAL_ADDRESS: '127.9.0.55:7233',
      S3_ENDPOINT: 'http://127.9.0.57:7070',
      DATABASE_URL_FILE: '/run/here/database_url',
      DATA_DIR: '/run/data/api-2',
    });
  });
});
