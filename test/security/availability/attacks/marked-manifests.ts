import { gzipSync } from 'node:zlib';
import { buildNupkg } from '../../../../ecosystems/nuget/fixtures/nupkg.ts';
import { buildZip } from '../../../../ecosystems/zip-of-files.ts';
import { buildTarball } from '../../../../ecosystems/npm/fixtures/tarball.ts';
import { buildCrate } from '../../../../ecosystems/cargo/fixtures/archives.ts';
import { checksumsOf, gemMembers, packGem } from '../../../../ecosystems/rubygems/fixtures/gem.ts';

/** Marks around the texts of a manifest: an attack replaces each of the texts. */
const marked = /«([^»]*)»/g;

export interface MarkedText {
  /** A valid document in which every text that its reader uses is marked. */
  text(name: string, version: string): string;
  /** Escapes a text for this format. */
  escape(text: string): string;
}

export interface MarkedManifest extends MarkedText {
  /** The package with this manifest. */
  pack(manifest: string, name: string, version: string): Promise<Buffer> | Buffer;
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const asIs = (text: string) => text;

const cargo: MarkedManifest = {
  text: (name, version) => `[package]
name = "«${name}»"
version = "«${version}»"
edition = "«2021»"
rust-version = "«1.70»"
license = "«MIT»"
readme = "«README.md»"
homepage = "«https://probe.test»"
repository = "«https://probe.test/git»"
documentation = "«https://probe.test/docs»"
links = "«probe»"
build = "«build.rs»"
keywords = ["«probe»"]
categories = ["«parsing»"]
[features]
"«fast»" = ["«dep:other»"]
[dependencies]
other = { version = "«1»", features = ["«std»"], package = "«other-crate»", registry-index = "«https://probe.test/index»", optional = true }
"«third»" = "«>=1, <2»"
[target."«cfg(unix)»".dependencies]
libc = "«0.2»"
`,
  escape: inJson,
  pack: (manifest, name, version) =>
    buildCrate({
      [`${name}-${version}/Cargo.toml`]: manifest,
      [`${name}-${version}/src/lib.rs`]: 'pub const ONE: u8 = 1;\n',
      [`${name}-${version}/build.rs`]: 'fn main() {}\n',
      [`${name}-${version}/README.md`]: '# probe\n',
    }),
};

const composer: MarkedManifest = {
  text: (name, version) => `{
  "name": "«${name}»", "version": "«${version}»", "type": "«library»", "license": "«MIT»", "time": "«2026-01-01»",
  "description": "«A probe»", "homepage": "«https://probe.test»", "keywords": ["«probe»"], "minimum-stability": "«stable»",
  "authors": [{ "name": "«Alice»", "email": "«alice@registry.test»" }], "support": { "source": "«https://probe.test»" },
  "require": { "php": "«>=7.4»", "«acme/other»": "«^1.0 || ~2.0»" }, "replace": { "acme/old": "«1.0»" },
  "autoload": { "psr-4": { "«Probe\\\\»": "«src/»" } }, "bin": ["«bin/probe»"]
}`,
  escape: inJson,
  pack: (manifest) =>
    buildZip([
      { path: 'composer.json', body: manifest },
      { path: 'src/Probe.php', body: '<?php\n' },
    ]),
};

const maven: MarkedManifest = {
  text: (name, version) => {
    const [group = '', artifact = ''] = name.split(':');
    return `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>«4.0.0»</modelVersion>
<parent><groupId>«${group}»</groupId><artifactId>«parent»</artifactId><version>«1.0»</version></parent>
<groupId>«${group}»</groupId><artifactId>«${artifact}»</artifactId><version>«${version}»</version><packaging>«pom»</packaging>
<name>«Probe»</name><description>«A probe»</description><url>«https://probe.test»</url><inceptionYear>«2026»</inceptionYear>
<licenses><license><name>«MIT»</name><url>«https://probe.test»</url></license></licenses>
<scm><url>«https://probe.test»</url><connection>«scm:git:x»</connection></scm>
<dependencies><dependency><groupId>«org.other»</groupId><artifactId>«other»</artifactId><version>«[1,2)»</version><scope>«test»</scope></dependency></dependencies>
</project>`;
  },
  escape: inXml,
  pack: (manifest) => Buffer.from(manifest),
};

const npm: MarkedManifest = {
  text: (name, version) => `{
  "name": "«${name}»", "version": "«${version}»", "license": "«MIT»", "description": "«A probe»", "main": "«index.js»",
  "homepage": "«https://probe.test»", "repository": "«git+https://probe.test/git»", "bugs": "«https://probe.test»",
  "keywords": ["«probe»"], "engines": { "node": "«>=20»" }, "os": ["«linux»"], "cpu": ["«x64»"], "type": "«module»",
  "scripts": { "«test»": "«node test.js»" }, "bin": { "«probe»": "«index.js»" }, "author": "«Alice <a@registry.test>»",
  "dependencies": { "«other»": "«^1.0.0»" }, "peerDependencies": { "peer": "«1 || 2»" }, "bundleDependencies": ["«other»"]
}`,
  escape: inJson,
  pack: (manifest) => buildTarball({ 'package/package.json': manifest, 'package/index.js': 'export {};\n' }),
};

const nuget: MarkedManifest = {
  text: (
    name,
    version,
  ) => `<?xml version="1.0"?><package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd">
<metadata minClientVersion="«4.0»"><id>«${name}»</id><version>«${version}»</version><authors>«Alice»</authors><description>«A probe»</description>
<license type="«expression»">«MIT»</license><projectUrl>«https://probe.test»</projectUrl><icon>«icon.png»</icon><readme>«README.md»</readme><tags>«probe»</tags><language>«en»</language>
<packageTypes><packageType name="«Dependency»" version="«1.0»"/></packageTypes><repository type="«git»" url="«https://probe.test»" commit="«abc»"/>
<dependencies><group targetFramework="«net8.0»"><dependency id="«Other»" version="«[1.0,2.0)»" exclude="«Build»"/></group></dependencies></metadata></package>`,
  escape: (text) => inXml(text).replaceAll('"', '&quot;'),
  pack: (manifest, id, version) => buildNupkg({ id, version, nuspec: manifest }),
};

const pypi: MarkedManifest = {
  text: (name, version) => `Metadata-Version: «2.4»
Name: «${name}»
Version: «${version}»
Summary: «A probe»
Keywords: «probe»
Home-page: «https://probe.test»
Author-email: «alice@registry.test»
License-Expression: «MIT»
License-File: «LICENSE»
Classifier: «Topic :: Software Development»
Requires-Python: «>=3.9»
Requires-Dist: «other[extra]>=1.0; python_version < "3.13"»
Provides-Extra: «extra»
Project-URL: «Source, https://probe.test»
Dynamic: «Requires-External»
Description-Content-Type: «text/markdown»

# probe
`,
  escape: asIs,
  pack: (manifest, name, version) => {
    const folder = `${name}-${version}.dist-info`;
    return buildZip([
      { path: `${folder}/METADATA`, body: manifest },
      {
        path: `${folder}/WHEEL`,
        body: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
      },
      { path: `${folder}/RECORD`, body: `${folder}/METADATA,,\n${folder}/WHEEL,,\n${folder}/RECORD,,\n` },
    ]);
  },
};

const rubygems: MarkedManifest = {
  text: (name, version) => `--- !ruby/object:Gem::Specification
name: "«${name}»"
version: !ruby/object:Gem::Version
  version: "«${version}»"
platform: "«ruby»"
authors: ["«Alice»"]
bindir: "«bin»"
cert_chain: []
date: "«2026-03-01 00:00:00.000000000 Z»"
dependencies:
- !ruby/object:Gem::Dependency
  name: "«other»"
  requirement: !ruby/object:Gem::Requirement
    requirements:
    - - "«>=»"
      - !ruby/object:Gem::Version
        version: "«1.0»"
  type: :runtime
  prerelease: false
description: "«A probe»"
email: ["«alice@registry.test»"]
executables: ["«probe»"]
extensions: ["«ext/extconf.rb»"]
files: ["«lib/probe.rb»"]
homepage: "«https://probe.test»"
licenses: ["«MIT»"]
metadata: {"«source_code_uri»": "«https://probe.test»"}
require_paths: ["«lib»"]
required_ruby_version: !ruby/object:Gem::Requirement
  requirements:
  - - ">="
    - !ruby/object:Gem::Version
      version: "«3.0»"
requirements: ["«libprobe»"]
rubygems_version: "«3.5»"
specification_version: 4
summary: "«A probe»"
`,
  escape: inJson,
  async pack(manifest, name, version) {
    const members = await gemMembers({ name, version });
    const metadata = gzipSync(manifest);
    const checksums = gzipSync(checksumsOf(metadata, members['data.tar.gz'] ?? Buffer.alloc(0)));
    return packGem({ ...members, 'metadata.gz': metadata, 'checksums.yaml.gz': checksums });
  },
};

export const markedManifests: Readonly<Record<string, MarkedManifest>> = {
  cargo,
  composer,
  maven,
  npm,
  nuget,
  pypi,
  rubygems,
};

export function countFields(manifest: MarkedText): number {
  return [...manifest.text('', '').matchAll(marked)].length;
}

/** The manifest with one of its texts replaced. */
export function withField(
  manifest: MarkedText,
  of: { name: string; version: string; field: number; text: string },
): string {
  let at = 0;
  return manifest.text(of.name, of.version).replaceAll(marked, (_match, kept: string) => {
    const isIt = at === of.field;
    at += 1;
    return isIt ? manifest.escape(of.text) : kept;
  });
}
