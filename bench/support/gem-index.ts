import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from 'pg';
import { findTool, requireTool } from '../../test/support/tool.ts';

const run = promisify(execFile);

/** A folder of gems with the indexes of RubyGems' own generator. */
export interface GemIndex extends AsyncDisposable {
  /** Adds the gem to the folder and its index; returns the number of written index bytes. */
  add(name: string, version: string, gem: Buffer): Promise<number>;
}

/** The generator's output for `gems` gems: it reads this output, not the gems themselves. */
const seedIndexes = `
  require 'rubygems'
  require 'zlib'
  folder, count = ARGV[0], ARGV[1].to_i
  entries = (1..count).map { |n| [format('bench-seed-%06d', n), Gem::Version.new('1.0.0'), 'ruby'] }
  { 'specs' => entries, 'latest_specs' => entries, 'prerelease_specs' => [] }.each do |name, list|
    path = File.join(folder, name + '.4.8')
    File.binwrite(path, Marshal.dump(list))
    Zlib::GzipWriter.open(path + '.gz') { |io| io.write(Marshal.dump(list)) }
    File.utime(Time.at(0), Time.at(0), path, path + '.gz')
  end
`;

/** Starts the generator that comes with Ruby. @throws Error without Ruby */
export async function startGemIndex(gems: number): Promise<GemIndex> {
  const missing = 'Ruby with its gem command is not installed';
  const [ruby, gem] = ['ruby', 'gem'].map((tool) => requireTool(findTool(tool), missing)) as [string, string];
  const folder = await mkdtemp(join(tmpdir(), 'rookery-gem-index-'));
  await Promise.all([
    mkdir(join(folder, 'gems')),
    mkdir(join(folder, 'quick/Marshal.4.8'), { recursive: true }),
  ]);
  await run(ruby, ['-e', seedIndexes, folder, String(gems)]);
  return {
    async add(name, version, body) {
      await writeFile(join(folder, 'gems', `${name}-${version}.gem`), body);
      await run(gem, ['generate_index', '--update', '--directory', folder]);
      return writtenBytes(folder, `${name}-${version}`);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Bytes of the files that each run writes: every index, and the gem's specification. */
async function writtenBytes(folder: string, fullName: string): Promise<number> {
  const indexes = (await readdir(folder)).filter((entry) => entry.includes('specs.4.8'));
  const files = [...indexes, join('quick/Marshal.4.8', `${fullName}.gemspec.rz`)];
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Adds gems to the documents about all gems: a line each in `/versions`, `/names` and the source of the older
 * indexes, after the existing gem `origin`, in its repository. The search does not find them.
 */
export async function seedGemLines(db: Client, origin: string, gems: number): Promise<void> {
  await db.query(
    `with origin as (select * from packages where ecosystem = 'rubygems' and name = $1)
    insert into packages (id, repository_id, ecosystem, name, name_key, visibility, latest_version, readable_releases,
      revision)
    select gen_random_uuid(), origin.repository_id, 'rubygems', seeded.name, seeded.name, 'public', '1.0.0', 1, -1
    from origin, generate_series(1, $2::integer) as n
    -- unlike what is published after them: names that look alike are compared
    cross join lateral (select 'seed-' || left(md5(n::text), 12) as name) as seeded
    on conflict do nothing`,
    [origin, gems],
  );
  await db.query(
    `with seeded as (
      select packages.id, packages.name, row_number() over (order by packages.name_key) as place from packages
      where packages.ecosystem = 'rubygems' and packages.name like 'seed-%'
        and not exists (select from document_parts where document_parts.package_id = packages.id)),
    wide as (
      select documents.path, documents.next_position from documents
      where documents.ecosystem = 'rubygems' and documents.package_id is null),
    moved as (
      update documents set next_position = documents.next_position + (select count(*) from seeded),
        etag = gen_random_uuid()::text
      where documents.ecosystem = 'rubygems' and documents.package_id is null)
    insert into document_parts (ecosystem, path, piece, position, package_id, digest, body)
    select 'rubygems', wide.path, 1, wide.next_position + seeded.place - 1, seeded.id, sha256(line.body), line.body
    from wide cross join seeded cross join lateral (
      select convert_to(case
        when wide.path like '%versions' then seeded.name || ' 1.0.0 ' || md5(seeded.name)
        when wide.path like '%names' then seeded.name
        else seeded.name || ' 1.0.0' end || chr(10), 'UTF8') as body) as line`,
  );
  await db.query('vacuum (analyze) packages, documents, document_parts');
}
