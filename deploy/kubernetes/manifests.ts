import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const Container = z.object({
  args: z.array(z.string()),
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })).default([]),
  securityContext: z.unknown().optional(),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]),
  startupProbe: z.unknown().optional(),
  livenessProbe: z.unknown().optional(),
  readinessProbe: z.unknown().optional(),
});
const Pod = z.object({
  automountServiceAccountToken: z.boolean(),
  securityContext: z.object({ runAsNonRoot: z.boolean(), seccompProfile: z.object({ type: z.string() }) }),
  containers: z.tuple([Container]),
  volumes: z
    .array(
      z.object({
        name: z.string(),
        secret: z
          .object({
            secretName: z.string(),
            items: z.array(z.object({ key: z.string(), path: z.string() })).optional(),
          })
          .optional(),
      }),
    )
    .default([]),
});
const Manifest = z.object({
  kind: z.string(),
  metadata: z.object({ name: z.string() }),
  data: z.record(z.string(), z.string()).optional(),
  spec: z.looseObject({ template: z.object({ spec: Pod }).optional() }).optional(),
});
export type Manifest = z.infer<typeof Manifest>;

/** Every manifest of this folder's kustomization. */
export function readManifests(): Manifest[] {
  const files = readdirSync(import.meta.dirname).filter(
    (file) => file.endsWith('.yaml') && file !== 'kustomization.yaml',
  );
  return files.flatMap((file) =>
    parseAllDocuments(readFileSync(join(import.meta.dirname, file), 'utf8')).map((document) =>
      Manifest.parse(document.toJS()),
    ),
  );
}

/** The files of the secret that the container sees; null: every file. */
export function filesOf({ spec }: Manifest): readonly string[] | null {
  const { containers, volumes = [] } = spec?.template?.spec ?? {};
  const secret = volumes.find((volume) => volume.secret !== undefined);
  if (!secret) return [];
  const mount = containers?.[0].volumeMounts.find(({ name }) => name === secret.name)?.mountPath;
  return secret.secret?.items?.map(({ path }) => `${mount}/${path}`) ?? null;
}

/** The environment variables of a workload's container. */
export function environmentOf(manifest: Manifest, all: readonly Manifest[]): Record<string, string> {
  const container = manifest.spec?.template?.spec.containers[0];
  const maps = container?.envFrom.map(({ configMapRef }) => configMapRef.name) ?? [];
  const shared = maps.map(
    (name) => all.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === name)?.data,
  );
  const own = Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? []);
  return Object.assign({}, ...shared, own) as Record<string, string>;
}
