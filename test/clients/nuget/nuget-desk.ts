import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startPlatform, type Platform, type TestUser } from '../../support/platform.ts';
import { createMachine, type Feed, type Machine } from './nuget-exe.ts';

/** The smallest project that the client packs: a text file instead of a library. */
export function project(id: string, version: string, dependencies = ''): Record<string, string> {
  return {
    [`${id}.nuspec`]: `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
  <metadata>
    <id>${id}</id><version>${version}</version><authors>Alice</authors><description>About ${id}</description>
    <dependencies><group targetFramework="net45">${dependencies}</group></dependencies>
  </metadata>
  <files><file src="library.dll" target="lib/net45/${id}.dll" /><file src="library.pdb" target="lib/net45/${id}.pdb" /></files>
</package>
`,
    'library.dll': `library ${id} ${version}`,
    'library.pdb': 'BSJB',
  };
}

/** A feed, its publisher, and the machines of clients. */
export interface NugetDesk {
  platform: Platform;
  author: TestUser;
  feed: Feed;
  newMachine(source?: Feed): Promise<Machine>;
  /** Packs and pushes a project. */
  published(
    id: string,
    version: string,
    options?: { dependencies?: string },
  ): Promise<{ machine: Machine; file: string }>;
  /** Installs packages. Returns the installed ones. */
  installed(machine: Machine, ...args: string[]): Promise<string[]>;
  close(): Promise<void>;
}

export async function openNugetDesk(): Promise<NugetDesk> {
  const machines: Machine[] = [];
  const platform = await startPlatform();
  const author = await platform.createUser();
  const feed: Feed = { url: `${platform.url}/nuget/v3/index.json` };

  async function newMachine(source = feed): Promise<Machine> {
    const machine = await createMachine(source);
    machines.push(machine);
    return machine;
  }

  async function published(id: string, version: string, options: { dependencies?: string } = {}) {
    const machine = await newMachine();
    await machine.write(project(id, version, options.dependencies));
    await machine.must('pack', `${id}.nuspec`, '-OutputDirectory', 'out');
    const [file = ''] = await readdir(join(machine.folder, 'out'));
    await machine.must('push', `out/${file}`, '-Source', 'rookery', '-ApiKey', author.token);
    return { machine, file: `out/${file}` };
  }

  async function installed(machine: Machine, ...args: string[]): Promise<string[]> {
    await machine.must('install', ...args, '-Source', 'rookery', '-OutputDirectory', 'packages');
    return (await readdir(join(machine.folder, 'packages'))).sort();
  }

  async function close(): Promise<void> {
    await Promise.all(machines.map((machine) => machine.remove()));
    await platform.stop();
  }

  return { platform, author, feed, newMachine, published, installed, close };
}
