import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../config/config.ts';
import { readEnv, sections } from '../../config/env.ts';
import { type Role, unusedKeys } from '../../config/secrets.ts';
import { dynamicConfig } from '../../config/temporal-settings.ts';
import { composeText, readComposeFile, rolesOf, variablesOf } from './compose-file.ts';

const folder = import.meta.dirname;
const root = join(folder, '../..');
const { services, networks, secrets } = readComposeFile();
const roles = rolesOf(services);
const servers: readonly Role[] = ['api', 'worker', 'scanner', 'engine'];
const made = mkdtempSync(join(tmpdir(), 'rookery-secrets-'));
const makeSecrets = (into = made) => execFileSync(join(folder, 'make-secrets.sh'), [into], { stdio: 'pipe' });
const readMade = () => readdirSync(made).map((name) => [name, readFileSync(join(made, name), 'utf8')]);
makeSecrets();
afterAll(() => rmSync(made, { recursive: true, force: true }));

/** The environment of a role, with the secrets of this machine. */
const here = (environment: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, value.replace('/run/secrets', made)]),
  );
const serversOf = (role: Role) => roles.filter(({ command }) => command[0] === role);

describe('the roles of docker-compose.yml', () => {
  it('are all there, as often as a deployment needs them', () => {
    const counts = servers.map((role) => [
      role,
      serversOf(role).reduce((sum, { replicas }) => sum + replicas, 0),
    ]);
    expect(Object.fromEntries(counts)).toEqual({ api: 2, worker: 2, scanner: 1, engine: 2 });
  });

  it.each(roles)('$service has variables that the configuration knows, with values that it takes', (role) => {
    const known = new Set(Object.values(sections).flatMap((variables) => Object.keys(variables)));

    expect(Object.keys(role.environment).filter((name) => !known.has(name))).toEqual([]);
    const server = servers.find((name) => name === role.command[0]);
    const environment = here(role.environment);
    expect(() => (server ? readConfig(environment, server) : readEnv(environment))).not.toThrow();
  });

  it.each(servers)('%s gets no key that it has no use for', (role) => {
    for (const { environment } of serversOf(role)) {
      expect(Object.keys(environment).filter((name) => unusedKeys[role].includes(name))).toEqual([]);
    }
  });

  it.each(roles)(
    '$service reads each secret from a file that is mounted, and no secret from a variable',
    (role) => {
      const mounted = services[role.service]?.secrets.map((name) => `/run/secrets/${name}`) ?? [];
      const files = Object.entries(role.environment).filter(
        ([name, value]) => name.endsWith('_FILE') && value !== '',
      );

      expect(mounted).toEqual(expect.arrayContaining(files.map(([, path]) => path)));
      expect(Object.keys(role.environment)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(DATABASE_URL|REDIS_URL|.*(SECRET|PASSWORD|KEY))$/)]),
      );
    },
  );

  it('leave the database connections for operators and Temporal', () => {
    const pools = roles.map(
      ({ environment, replicas }) => Number(environment['DATABASE_POOL_SIZE'] ?? 0) * replicas,
    );
    const most = Number(/max_connections=(\d+)/.exec(services['postgres']?.command?.join(' ') ?? '')?.[1]);

    expect(pools.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most - 30 - 20);
  });
});

describe('the documents', () => {
  const texts = ['README.md', 'docs/OPERATIONS.md', 'docs/RUNBOOKS.md'].map((file) =>
    readFileSync(join(root, file), 'utf8'),
  );
  const commands = texts.flatMap((text) => [
    ...text.matchAll(/docker compose (?:up|exec|run|logs|restart)\b[^`\n#]*/g),
  ]);

  it.each(commands.map(([command]) => command.trim()))('name services that are there: %s', (command) => {
    const [, , verb, ...words] = command.split(/\s+/);
    const named = words.filter((word, place) => !word.startsWith('-') && words[place - 1] !== '--scale');

    // `exec` and `run` have a command after the service
    const expected = verb === 'up' || verb === 'restart' ? named : named.slice(0, 1);
    expect(expected.filter((name) => !(name in services))).toEqual([]);
  });
});

describe('what a container may do', () => {
  it('only the proxy is published, the interface of workflows on loopback alone', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports.length > 0);
    expect(published.map(([name]) => name)).toEqual(['proxy']);
    expect(services['proxy']?.ports).toEqual(['80:80', '443:443', '127.0.0.1:8233:8233']);
  });

  it('the scanner reaches the database, the workflow service and the bucket, and no way out', () => {
    const [network = '', ...others] = services['scanner']?.networks ?? [];
    const reached = Object.keys(services).filter((name) => services[name]?.networks.includes(network));

    expect(others).toEqual([]);
    expect(networks[network]?.internal).toBe(true);
    expect(reached.toSorted()).toEqual(['postgres', 's3', 'scanner', 'temporal']);
  });

  it('only api, worker and proxy have a way out', () => {
    const outside = Object.entries(services).filter(([, service]) =>
      service.networks.some((name) => networks[name]?.internal !== true),
    );
    expect(outside.map(([name]) => name).toSorted()).toEqual([
      'api-1',
      'api-2',
      'proxy',
      'temporal-ui',
      'worker',
    ]);
  });

  it.each(Object.entries(services))('%s is bounded, and can gain no rights', (_name, service) => {
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toContain('no-new-privileges:true');
    // jobs end by themselves
    expect(service.restart === 'on-failure' || service.deploy?.resources !== undefined).toBe(true);
  });

  it.each(roles)('$service runs as a user without rights on a root that is read-only', ({ service }) => {
    expect(services[service]).toMatchObject({ user: '10001:10001', read_only: true, cap_add: [] });
  });

  it.each(['api-1', 'api-2', 'scanner'])('%s has to take the network from what opens archives', (name) => {
    expect(services[name]?.security_opt).toContain('seccomp:deploy/seccomp.json');
    expect(services[name]?.environment['SANDBOX_REQUIRED']).toBe('on');
  });

  it.each(Object.entries(services))('%s says how it is, or ends', (name, { restart, healthcheck }) => {
    const isObserved = restart === 'on-failure' || healthcheck?.test !== undefined;
    // the image of temporal-ui has no tool for a health check
    expect(isObserved || name === 'temporal-ui').toBe(true);
  });

  it('foreign images are pinned by digest', () => {
    const foreign = Object.values(services).filter(({ image }) => !image.startsWith('rookery'));
    expect(foreign.map(({ image }) => image)).toEqual(
      foreign.map(() => expect.stringMatching(/^[a-z.]+\/[a-z/-]+:[\w.-]+@sha256:[0-9a-f]{64}$/)),
    );
  });
});

describe('what lies beside it', () => {
  it('the settings in .env.compose.example are the variables of the file', () => {
    const example = readFileSync(join(root, '.env.compose.example'), 'utf8');
    const named = [...example.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name);

    expect(named.toSorted()).toEqual(variablesOf(composeText()));
  });

  it('make-secrets.sh makes every secret once, for its owner alone', () => {
    const first = readMade();
    makeSecrets();

    expect(readMade()).toEqual(first);
    expect(first.map(([name]) => name)).toEqual(
      Object.values(secrets)
        .map(({ file }) => basename(file))
        .toSorted(),
    );
    expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  it('make-secrets.sh renews an address when its password changes, and keeps one that an operator wrote', () => {
    const other = mkdtempSync(join(tmpdir(), 'rookery-secrets-'));
    const write = (name: string, text: string) => {
      rmSync(join(other, name), { force: true });
      writeFileSync(join(other, name), text);
    };
    const read = (name: string) => readFileSync(join(other, name), 'utf8');
    try {
      makeSecrets(other);
      const own = {
        database_url: 'postgres://rookery:secret@db.example.org:5432/rookery?sslmode=verify-full',
        scanner_database_url: 'postgres://rookery_scanner_2:secret@postgres:5432/rookery',
      };
      for (const [name, text] of Object.entries(own)) write(name, text);
      write('redis_password', 'changed');

      makeSecrets(other);

      expect(Object.fromEntries(Object.keys(own).map((name) => [name, read(name)]))).toEqual(own);
      expect(read('redis_url')).toBe('redis://:changed@redis:6379');
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it('Temporal has the settings that workflows are measured with', () => {
    const settings = parse(readFileSync(join(folder, 'temporal-dynamic.yaml'), 'utf8')) as Record<
      string,
      { value: unknown }[]
    >;
    const values = Object.entries(settings).map(([name, [first]]) => [name, first?.value]);

    expect(Object.fromEntries(values)).toEqual(dynamicConfig);
  });
});
