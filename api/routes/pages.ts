import { z } from 'zod';
import type { ManagementDeps, Routes } from './deps.ts';

/** Where clients send people who want to read about a package: to its description, until there are pages. */
export function registerPackagePages(app: Routes, { config }: ManagementDeps): void {
  const schema = {
    hide: true,
    params: z.object({ ecosystem: z.string(), name: z.string(), version: z.string().optional() }),
  };
  app.get('/packages/:ecosystem/:name/:version?', { schema }, async (request, reply) => {
    const { ecosystem, name, version } = request.params;
    const release = version === undefined ? '' : `/releases/${encodeURIComponent(version)}`;
    const path = `/v1/packages/${encodeURIComponent(ecosystem)}/${encodeURIComponent(name)}${release}`;
    return reply.redirect(`${config.http.publicUrl}${path}`, 302);
  });
}
