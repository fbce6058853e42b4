import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { startPlatform } from '../../support/platform.ts';
import { cannotRun, createWorkspace, type Workspace } from '../pypi/python.ts';
import { buildProject } from '../pypi/project.ts';
import { type Reader, readAs } from './run-guide.ts';

describe.skipIf(cannotRun)('the guide to PyPI', () => {
  const name = uniqueName('probe').toLowerCase();
  let url: string;
  let reader: Reader;
  let workspace: Workspace;
  beforeAll(async () => {
    const platform = await startPlatform();
    url = platform.url;
    const alice = await platform.createUser();
    workspace = await createWorkspace();
    const words = [
      ['http://127.0.0.1:8080', url],
      ['pub_…', alice.token],
      [/\bprobe\b/g, name],
    ] as const;
    reader = await readAs('pypi', words, {
      PATH: `${await workspace.programs()}:${process.env['PATH']}`,
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
      UV_NO_CONFIG: '1',
      UV_PYTHON_DOWNLOADS: 'never',
      PYTHON_KEYRING_BACKEND: 'keyring.backends.null.Keyring',
      POETRY_NO_INTERACTION: '1',
    });
  });
  afterAll(async () => {
    await reader?.remove();
    await workspace?.remove();
  });

  test('uploads, installs, and publishes with managers of projects', async () => {
    // each tool publishes another version
    const versions = { 'by-hand': '1.0.0', poetry: '1.1.0', hatch: '1.3.0' };
    const built = new Map<string, string>();
    for (const tool of ['by-hand', 'hatch'] as const)
      built.set(tool, `${workspace.folder}/${await buildProject(workspace, name, versions[tool])}`);
    const module = name.replaceAll('-', '_');
    await reader.write(`poetry/${module}/__init__.py`, '');
    // Poetry brings its own build backend, so the project needs no other
    await reader.write(
      'poetry/pyproject.toml',
      `[project]\nname = "${name}"\nversion = "${versions.poetry}"\ndescription = ""\nrequires-python = ">=3.10"
[build-system]\nrequires = ["poetry-core"]\nbuild-backend = "poetry.core.masonry.api"\n`,
    );
    await reader.write(
      'user/pyproject.toml',
      '[project]\nname = "user"\nversion = "0.1.0"\nrequires-python = ">=3.10"\n',
    );

    const ran = await reader.follow({
      folders: [
        [/^poetry publish/, 'poetry'],
        [/^(?:poetry source|poetry config http|uv pip)/, 'user'],
      ],
      leftOut: [
        [/^pdm/, 'it builds with what it takes from PyPI alone; managers.soak.test.ts publishes with it'],
      ],
      before: [
        [/^(?:twine|uv publish)/, `cd '${built.get('by-hand')}'`],
        [/^pip install/, 'python3 -m venv "$HOME/venv" && . "$HOME/venv/bin/activate"'],
        [/^hatch publish/, `cd '${built.get('hatch')}'`],
      ],
    });

    expect(ran, ran.output).toMatchObject({ code: 0 });
    const page = await fetch(`${url}/pypi/simple/${name}/`, {
      headers: { accept: 'application/vnd.pypi.simple.v1+json' },
    });
    expect(((await page.json()) as { versions: string[] }).versions.toSorted()).toEqual(
      Object.values(versions),
    );
  }, 600_000);
});
