import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findTool, isSkipped } from '../../test/support/tool.ts';
import { readComposeFile, rolesOf } from './compose-file.ts';

const root = join(import.meta.dirname, '../..');
const tool = process.env['COMPOSE'] ?? findTool('docker-compose');
const missing = 'docker-compose is not on PATH, and COMPOSE does not name it: .ci/deployment builds it';

const Read = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: z.record(z.string(), z.string()).nullish(),
      networks: z.record(z.string(), z.null()),
    }),
  ),
});

describe.skipIf(isSkipped(tool, missing))('the Compose tool', () => {
  const config = (values: Record<string, string> = {}) => {
    const args = [
      '--project-directory',
      root,
      '-f',
      join(root, 'docker-compose.yml'),
      '--env-file',
      '/dev/null',
    ];
    const text = execFileSync(tool ?? '', [...args, 'config', '--format', 'json'], {
      env: { PATH: process.env['PATH'], ...values },
      encoding: 'utf8',
    });
    return Read.parse(JSON.parse(text));
  };

  it('reads the file as our own reader does', () => {
    const { services } = config();
    const ours = readComposeFile();

    expect(Object.keys(services).toSorted()).toEqual(Object.keys(ours.services).toSorted());
    for (const { service, environment } of rolesOf(ours.services)) {
      expect(services[service]?.environment ?? {}).toEqual(environment);
    }
    for (const [name, { networks }] of Object.entries(ours.services)) {
      expect(Object.keys(services[name]?.networks ?? {}).toSorted()).toEqual(networks.toSorted());
    }
  });

  it('puts settings in their places', () => {
    const values = { PUBLIC_URL: 'https://registry.example.org', SMTP_URL_FILE: '/run/secrets/smtp_url' };
    const { services } = config(values);

    expect(services['worker']?.environment).toMatchObject(values);
    expect(rolesOf(readComposeFile(values).services)).toContainEqual(
      expect.objectContaining({ service: 'worker', environment: services['worker']?.environment }),
    );
  });
});
