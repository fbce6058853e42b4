import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(import.meta.dirname, '../..');

/** In YAML an empty value is null, and numbers have no quotes. */
const Value = z
  .union([z.string(), z.number(), z.null()])
  .transform((value) => (value === null ? '' : String(value)));

const Service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), Value).default({}),
  secrets: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  ports: z.array(z.string()).default([]),
  user: z.string().optional(),
  read_only: z.boolean().default(false),
  cap_drop: z.array(z.string()).default([]),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  restart: z.string().optional(),
  healthcheck: z
    .object({ test: z.array(z.string()) })
    .partial()
    .optional(),
  deploy: z
    .object({
      replicas: z.number().default(1),
      resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string() }) }).optional(),
    })
    .optional(),
});
type Service = z.infer<typeof Service>;

const ComposeFile = z.object({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.object({ internal: z.boolean().default(false) })),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

/** One role of the platform as the Compose file starts it. */
export interface ComposeRole {
  service: string;
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  replicas: number;
}

/** `docker-compose.yml` with the defaults of its variables, or with `values` instead. */
export function readComposeFile(values: Readonly<Record<string, string>> = {}) {
  return ComposeFile.parse(parse(interpolate(composeText(), values), { merge: true }));
}

export function composeText(): string {
  return readFileSync(join(root, 'docker-compose.yml'), 'utf8');
}

/** The services that run the image of the platform, including jobs. */
export function rolesOf(services: Readonly<Record<string, Service>>): ComposeRole[] {
  return Object.entries(services)
    .filter(([, { image }]) => image.startsWith('rookery'))
    .map(([service, { command = [], environment, deploy }]) => ({
      service,
      command,
      environment,
      replicas: deploy?.replicas ?? 1,
    }));
}

/** Variables of the file, without those with two dollar signs, which a shell in a container reads. */
export function variablesOf(text: string): string[] {
  const found = [...withoutEscapes(text).matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
  return [...new Set(found)].toSorted();
}

function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return withoutEscapes(text)
    .replaceAll(/\$\{([A-Z_]+):-([^$}]*)\}/g, (_, name: string, usual: string) => values[name] ?? usual)
    .replaceAll(escaped, '$');
}

/** A placeholder for two dollar signs, of which a container sees one. YAML does not allow this character. */
const escaped = '\0';

function withoutEscapes(text: string): string {
  return text.replaceAll('$$', () => escaped);
}
