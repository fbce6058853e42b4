import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { readEnv, sections } from '../../config/env.ts';
import { type Role, unusedKeys } from '../../config/secrets.ts';
import { readComposeFile } from '../compose/compose-file.ts';
import { environmentOf, filesOf, readManifests } from './manifests.ts';

const manifests = readManifests();
const workloads = manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(kind));
const servers = manifests.filter(({ kind }) => kind === 'Deployment');
const named = workloads.map((workload) => [workload.metadata.name, workload] as const);
const podOf = (name: string) =>
  workloads.find(({ metadata }) => metadata.name === name)?.spec?.template?.spec;

/** The secrets of a deployment, created by the command of the documentation. */
const made = mkdtempSync(join(tmpdir(), 'rookery-secrets-'));
execFileSync(join(import.meta.dirname, '../compose/make-secrets.sh'), [made], { stdio: 'pipe' });
afterAll(() => rmSync(made, { recursive: true, force: true }));

describe('the manifests', () => {
  it('are the roles of the Compose file', () => {
    expect(servers.map(({ metadata }) => metadata.name).toSorted()).toEqual(
      ['api', 'engine', 'scanner', 'worker'].toSorted(),
    );
  });

  it.each(named)('%s has variables that the configuration knows', (_name, workload) => {
    const known = new Set(Object.values(sections).flatMap((variables) => Object.keys(variables)));
    const names = Object.keys(environmentOf(workload, manifests));

    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(servers.map((server) => [server.metadata.name, server] as const))(
    '%s gets what the Compose file gives it, and no key that it has no use for',
    (name, server) => {
      const given = Object.keys(environmentOf(server, manifests));
      const { services } = readComposeFile();
      const secrets = Object.keys(services[name === 'api' ? 'api-1' : name]?.environment ?? {}).filter(
        (variable) => variable.endsWith('_FILE') && variable !== 'SMTP_URL_FILE',
      );

      expect(given).toEqual(expect.arrayContaining(secrets));
      expect(given.filter((variable) => unusedKeys[name as Role].includes(variable))).toEqual([]);
    },
  );

  it.each(named)('%s sees the files that its variables name, and no other secret', (_name, workload) => {
    const named = Object.entries(environmentOf(workload, manifests))
      .filter(([variable]) => variable.endsWith('_FILE'))
      .map(([, path]) => path);

    expect(filesOf(workload)?.toSorted()).toEqual(named.toSorted());
  });

  it.each(named)('%s starts with what it is given', (_name, workload) => {
    const given = Object.entries(environmentOf(workload, manifests));
    const environment = Object.fromEntries(
      given.map(([name, value]) => [name, value.replace('/run/secrets/rookery', made)]),
    );
    const role = servers.includes(workload) ? (workload.metadata.name as Role) : undefined;

    expect(() => (role ? readConfig(environment, role) : readEnv(environment))).not.toThrow();
  });

  it.each(named)('%s runs without rights, and is bounded', (_name, { spec }) => {
    const pod = spec?.template?.spec;
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true },
      containers: [
        {
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    });
  });

  it.each(servers.map(({ metadata, spec }) => [metadata.name, spec] as const))(
    '%s is probed, survives the drain of a node, and grows',
    (name, spec) => {
      const container = spec?.template?.spec.containers[0];
      const of = (kind: string) =>
        manifests.filter((each) => each.kind === kind && each.metadata.name === name);

      expect(container).toMatchObject({
        startupProbe: expect.anything(),
        livenessProbe: expect.anything(),
        readinessProbe: expect.anything(),
      });
      expect(of('PodDisruptionBudget')).toHaveLength(1);
      expect(of('HorizontalPodAutoscaler')).toHaveLength(1);
    },
  );

  it('gives the scanner a secret of its own', () => {
    const secretOf = (name: string) => podOf(name)?.volumes.find(({ secret }) => secret)?.secret?.secretName;

    expect(secretOf('scanner')).toBe('rookery-scanner');
    expect(secretOf('api')).toBe('rookery');
  });

  it.each(['api', 'scanner'])('%s can take the network from what opens archives, and has to', (name) => {
    expect(podOf(name)?.securityContext.seccompProfile.type).toBe('Localhost');
    const workload = servers.find(({ metadata }) => metadata.name === name);
    expect(workload && environmentOf(workload, manifests)['SANDBOX_REQUIRED']).toBe('on');
  });
});
