import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { buildProject } from './project.ts';
import { cannotRun, createWorkspace, type Ran, type Workspace } from './python.ts';

interface Manager {
  publish(folder: string): Promise<Ran>;
  /** Installs the package in a new project, with the token if there is one. */
  install(name: string, token: string | null): Promise<Ran>;
}

describe.skipIf(cannotRun)('managers of Python projects', () => {
  let platform: Platform;
  let author: TestUser;
  let workspace: Workspace;
  let managers: Record<'poetry' | 'pdm' | 'hatch', Manager>;
  let count = 0;

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    workspace = await createWorkspace();
    const { url } = platform;
    const upload = `${url}/pypi/legacy/`;
    const index = `${url}/pypi/simple/`;
    const project = async (name: string, body: string) => {
      count += 1;
      const folder = `user-${count}`;
      const head = `[project]\nname = "user"\nversion = "0.1.0"\nrequires-python = ">=3.10"\ndependencies = ["${name}"]\n`;
      await workspace.write(`${folder}/pyproject.toml`, head + body);
      return folder;
    };
    const withToken = (token: string | null) =>
      token === null ? index : index.replace('http://', `http://__token__:${token}@`);
    const poetry = {
      POETRY_VIRTUALENVS_IN_PROJECT: 'true',
      POETRY_REPOSITORIES_ROOKERY_URL: upload,
      PYTHON_KEYRING_BACKEND: 'keyring.backends.null.Keyring',
    };
    managers = {
      poetry: {
        publish: (folder) =>
          workspace.tool(
            'poetry',
            ['publish', '--no-interaction', '-r', 'rookery', '-u', '__token__', '-p', author.token],
            poetry,
            folder,
          ),
        async install(name, token) {
          const source = `[tool.poetry]\npackage-mode = false\n[[tool.poetry.source]]\nname = "rookery"\nurl = "${index}"\npriority = "primary"\n`;
          const credentials =
            token === null
              ? {}
              : {
                  POETRY_HTTP_BASIC_ROOKERY_USERNAME: '__token__',
                  POETRY_HTTP_BASIC_ROOKERY_PASSWORD: token,
                };
          const folder = await project(name, source);
          const environment = { ...poetry, ...credentials };
          return workspace.tool('poetry', ['install', '--no-interaction'], environment, folder);
        },
      },
      pdm: {
        publish: (folder) =>
          workspace.tool(
            'pdm',
            ['publish', '--no-build', '-r', upload, '-u', '__token__', '-P', author.token],
            {},
            folder,
          ),
        async install(name, token) {
          const source = `[tool.pdm]\ndistribution = false\n[[tool.pdm.source]]\nname = "pypi"\nurl = "${withToken(token)}"\n`;
          return workspace.tool('pdm', ['install', '--no-self'], {}, await project(name, source));
        },
      },
      hatch: {
        publish: (folder) =>
          workspace.tool(
            'hatch',
            ['publish', '--no-prompt', '-r', upload, '-u', '__token__', '-a', author.token],
            {},
            folder,
          ),
        async install(name, token) {
          const environment = `[tool.hatch.envs.default]\nskip-install = true\ninstaller = "pip"\ndependencies = ["${name}"]\n`;
          const settings = { PIP_INDEX_URL: withToken(token), PIP_NO_CACHE_DIR: '1' };
          const folder = await project(name, environment);
          const run = ['run', 'python', '-c', `import ${name.replaceAll('-', '_')} as it; print(it.VERSION)`];
          return workspace.tool('hatch', run, settings, folder);
        },
      },
    };
  });
  afterAll(async () => {
    await workspace?.remove();
    await platform?.stop();
  });

  test.each(['poetry', 'pdm', 'hatch'] as const)(
    '%s publishes, installs, and needs the token for what is private',
    async (manager) => {
      const { publish, install } = managers[manager];
      const name = uniqueName('probe').toLowerCase();
      const folder = await buildProject(workspace, name, '1.0.0');

      const published = await publish(folder);
      const installed = await install(name, null);
      const hidden = await fetch(`${platform.url}/v1/packages/pypi/${name}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ visibility: 'private' }),
      });
      const [anonymous, known] = [await install(name, null), await install(name, author.token)];

      expect(published, published.output).toMatchObject({ code: 0 });
      expect(installed, installed.output).toMatchObject({ code: 0 });
      expect(hidden.status).toBe(200);
      expect(anonymous.code, anonymous.output).not.toBe(0);
      expect(known, known.output).toMatchObject({ code: 0 });
      expect(known.output).not.toContain(author.token);
    },
    600_000,
  );
});
