import { type Clause } from './gemspec.ts';
import { marshal, type MarshalValue } from './marshal.ts';
import type { GemMetadata } from './metadata.ts';
import { platformValue } from './platform.ts';

/** The output of `Gem::Specification#_dump`: a list of nineteen values in a separate Marshal stream. */
export function quickSpecification(name: string, metadata: GemMetadata): Buffer {
  const { emails, platform } = metadata;
  const values: MarshalValue[] = [
    metadata.rubygemsVersion || '3.0.0',
    4,
    name,
    versionValue(metadata.number),
    dateValue(metadata.date),
    metadata.summary,
    requirementValue(metadata.requiredRuby),
    requirementValue(metadata.requiredRubygems),
    platform,
    metadata.dependencies.map((dependency) => dependencyValue(dependency)),
    // formerly the project at RubyForge
    '',
    emails.length === 1 ? (emails[0] ?? null) : emails,
    metadata.authors,
    metadata.description || null,
    metadata.homepage || null,
    true,
    platformValue(platform),
    metadata.licenses,
    { hash: Object.entries(metadata.links) },
  ];
  return marshal({ userDefined: 'Gem::Specification', bytes: marshal(values) });
}

export function versionValue(number: string): MarshalValue {
  return { userMarshal: 'Gem::Version', value: [number] };
}

function requirementValue(clauses: readonly Clause[]): MarshalValue {
  const all = clauses.length === 0 ? ([['>=', '0']] as const) : clauses;
  const pairs = all.map(([operator, number]) => [operator, versionValue(number)]);
  return { userMarshal: 'Gem::Requirement', value: [pairs] };
}

function dependencyValue({ name, type, clauses }: GemMetadata['dependencies'][number]): MarshalValue {
  const requirement = requirementValue(clauses);
  return {
    object: 'Gem::Dependency',
    variables: [
      ['@name', name],
      ['@requirement', requirement],
      ['@type', { symbol: type }],
      ['@prerelease', false],
      ['@version_requirements', requirement],
    ],
  };
}

/** Midnight of the date, in Ruby's eight-byte form of a time. */
function dateValue(date: string): MarshalValue {
  const day = new Date(`${date}T00:00:00Z`);
  const time = Number.isNaN(day.getTime()) ? new Date('1980-01-02T00:00:00Z') : day;
  const bytes = Buffer.alloc(8);
  const years = Math.min(Math.max(time.getUTCFullYear() - 1900, 0), 0xff_ff);
  const packed = 2 ** 31 + 2 ** 30 + years * 2 ** 14 + (time.getUTCMonth() << 10) + (time.getUTCDate() << 5);
  bytes.writeUInt32LE(packed, 0);
  return { userDefined: 'Time', bytes, variables: [['zone', 'UTC']] };
}
