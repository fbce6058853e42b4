import { limits } from '../format/limits.ts';
import type { FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import type { Caller } from '../../../domain/caller.ts';
import { notFound } from '../../../domain/errors.ts';
import type { RouteContext } from '../../context/context.ts';
import type { Checksum } from '../format/path.ts';
import { pluginPrefix } from '../format/plugin.ts';
import { SearchPayload } from '../format/search.ts';

/** Maximum number of plugins of one group. */
const maxPlugins = limits['plugins of a group'].count;

/**
 * Metadata of a group, by which `mvn acme:run` finds the plugin; only plugins that the caller may read.
 * @throws DomainError `not_found`
 */
export async function sendPlugins(
  context: RouteContext,
  caller: Caller,
  reply: FastifyReply,
  { group, checksum }: { group: string; checksum: Checksum | null },
): Promise<FastifyReply> {
  const payloads = await context.packages.listPayloads(caller, {
    facet: 'plugin',
    having: { field: 'g', value: group.toLowerCase() },
    limit: maxPlugins,
  });
  const plugins = payloads
    .map((payload) => SearchPayload.parse(payload))
    .filter((plugin) => plugin.group === group)
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)) || (a.artifact < b.artifact ? -1 : 1));
  if (plugins.length === 0) throw notFound('file');
  const text = metadataOf(eachPrefixOnce(plugins));
  reply.header('cache-control', 'private, no-cache');
  if (checksum === null) return reply.type('text/xml; charset=utf-8').send(text);
  return reply.type('text/plain; charset=utf-8').send(createHash(checksum).update(text).digest('hex'));
}

const prefixOf = ({ artifact, prefix }: SearchPayload) => prefix ?? pluginPrefix(artifact) ?? artifact;

/** A prefix from the artifact's name is unique in the group; a prefix that a jar declares is not. */
const isNamed = (plugin: SearchPayload) => prefixOf(plugin) === pluginPrefix(plugin.artifact);

/** Keeps the first plugin of each prefix, as clients do. */
function eachPrefixOnce(plugins: readonly SearchPayload[]): SearchPayload[] {
  const first = new Map<string, SearchPayload>();
  for (const plugin of plugins) if (!first.has(prefixOf(plugin))) first.set(prefixOf(plugin), plugin);
  return [...first.values()].toSorted((a, b) => (a.artifact < b.artifact ? -1 : 1));
}

function metadataOf(plugins: readonly SearchPayload[]): string {
  const lines = plugins.flatMap((plugin) => [
    '    <plugin>',
    `      <name>${escapeXml(plugin.title || plugin.artifact)}</name>`,
    `      <prefix>${prefixOf(plugin)}</prefix>`,
    `      <artifactId>${plugin.artifact}</artifactId>`,
    '    </plugin>',
  ]);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<metadata>',
    '  <plugins>',
    ...lines,
    '  </plugins>',
    '</metadata>',
    '',
  ].join('\n');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
