import type { Workspace } from './ruby.ts';

export interface GemProject {
  name: string;
  version: string;
  /** Lines of the specification. */
  more?: string;
}

/** Writes an unbuilt gem with a library and a program. Returns its folder. */
export async function writeGemProject(
  workspace: Pick<Workspace, 'write'>,
  { name, version, more = '' }: GemProject,
): Promise<string> {
  const folder = `src/${name}-${version}`;
  await workspace.write(`${folder}/lib/${name}.rb`, `PROBE = "${name} ${version}"\n`);
  await workspace.write(`${folder}/exe/${name}`, `#!/usr/bin/env ruby\nputs "ran ${name} ${version}"\n`);
  await workspace.write(
    `${folder}/${name}.gemspec`,
    `Gem::Specification.new do |s|
  s.name = "${name}"
  s.version = "${version}"
  s.summary = "A probe"
  s.authors = ["Alice"]
  s.email = "alice@registry.test"
  s.license = "MIT"
  s.homepage = "https://probe.test"
  s.files = ["lib/${name}.rb", "exe/${name}"]
  s.bindir = "exe"
  s.executables = ["${name}"]
  s.required_ruby_version = ">= 2.5"
  ${more}
end
`,
  );
  return folder;
}
