import type { DeniedPackage } from '../../../domain/policy.ts';

/** The error of a line that names no package. */
export class UnreadableLine extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} names no package`);
    this.line = line;
  }
}

/** One line per package: ecosystem, name, versions unless all are denied, and the reason after `#`. */
export function printDenied(packages: readonly DeniedPackage[]): string {
  return packages
    .map(({ ecosystem, name, versions = [], reason }) => {
      const words = [ecosystem, name, ...(versions.length > 0 ? [versions.join(',')] : [])];
      return [...words, ...(reason === undefined ? [] : ['#', reason.replaceAll(/\s+/g, ' ')])].join(' ');
    })
    .join('\n');
}

/** Reads the lines of {@link printDenied}. Names and versions have neither spaces nor commas in any ecosystem. @throws UnreadableLine */
export function readDenied(lines: readonly string[]): DeniedPackage[] {
  return lines.map((line, index) => {
    const [named, reason] = splitAtMark(line);
    const [ecosystem, name, ...rest] = named.split(/\s+/).filter((word) => word !== '');
    if (ecosystem === undefined || name === undefined) throw new UnreadableLine(index + 1);
    const versions = rest.flatMap((word) => word.split(',')).filter((version) => version !== '');
    return {
      ecosystem,
      name,
      ...(versions.length > 0 && { versions }),
      ...(reason !== undefined && reason !== '' && { reason }),
    };
  });
}

function splitAtMark(line: string): [named: string, reason?: string] {
  const at = line.search(/(?:^|\s)#/);
  return at === -1 ? [line] : [line.slice(0, at), line.slice(line.indexOf('#', at) + 1).trim()];
}
