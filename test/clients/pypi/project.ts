import { expect } from 'vitest';
import type { Workspace } from './python.ts';

/** Builds a wheel and a source distribution, in `dist/` of the folder that it returns. */
export async function buildProject(
  workspace: Workspace,
  name: string,
  version: string,
  dependencies: readonly string[] = [],
): Promise<string> {
  const folder = `${name}-${version}`;
  const module = name.replaceAll('-', '_');
  await workspace.write(
    `${folder}/pyproject.toml`,
    `[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "${name}"
version = "${version}"
description = "A probe"
readme = "README.md"
requires-python = ">=3.8"
dependencies = ${JSON.stringify(dependencies)}
[tool.hatch.build.targets.wheel]
packages = ["${module}"]
`,
  );
  await workspace.write(`${folder}/README.md`, `# ${name}\n`);
  await workspace.write(`${folder}/${module}/__init__.py`, `VERSION = "${version}"\n`);
  const built = await workspace.tool('python', ['-m', 'build', '--no-isolation', folder]);
  expect(built, built.output).toMatchObject({ code: 0 });
  return folder;
}
