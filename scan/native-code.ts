import type { ScanFinding } from '../domain/findings.ts';
import { extension } from './context.ts';
import { magicOf, type Magic } from './magic-bytes.ts';
import type { ScanArchive } from './scan-archive.ts';
import { scanLimits } from './limits.ts';

/** Incremented if the verdict on the same bytes changes: visible releases are then scanned again. */
export const nativeScanner = 'native/1';
const maxFindings = scanLimits['findings of a kind'].count;

const names: Partial<Record<Magic, string>> = {
  elf: 'Linux (ELF)',
  pe: 'Windows (PE)',
  dotnet: '.NET',
  'mach-o': 'macOS (Mach-O)',
  wasm: 'WebAssembly',
};

/** Extensions of compiled code; an empty extension is usual for programs. */
const honest: ReadonlySet<string> = new Set(
  '. a axf bin com cpl dll drv dylib efi elf exe jnilib ko lib mui node o obj ocx out pyd rlib scr so sys wasm winmd'
    .split(' ')
    .map((name) => name.replace('.', '')),
);

/** Findings for compiled code, with a higher severity if its name hides it. */
export async function scanNative(archive: ScanArchive): Promise<ScanFinding[]> {
  const findings: ScanFinding[] = [];
  for (const { path } of archive.entries) {
    if (findings.length === maxFindings) break;
    const magic = magicOf(archive.head(path));
    const name = magic && names[magic];
    if (name === undefined) continue;
    const isHonest = honest.has(extension(path)) || /\.so(?:\.[0-9]+){1,4}$/.test(path);
    if (!isHonest) findings.push(hidden(path, name));
    else if (magic !== 'dotnet') findings.push(plain(path, name, magic === 'wasm'));
  }
  return findings;
}

function hidden(file: string, name: string): ScanFinding {
  return {
    kind: 'file_type_anomaly',
    severity: 'medium',
    title: 'Compiled code under a misleading name',
    description: `${file} is ${name} code although its name says otherwise.`,
    file,
    line: null,
    scanner: nativeScanner,
  };
}

function plain(file: string, name: string, isSandboxed: boolean): ScanFinding {
  return {
    kind: 'file_type_anomaly',
    severity: isSandboxed ? 'info' : 'low',
    title: 'Compiled code in the package',
    description: `${file} is ${name} code, which cannot be read like source.`,
    file,
    line: null,
    scanner: nativeScanner,
  };
}
