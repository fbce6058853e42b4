import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import { Problem } from '../plugins/problem.ts';
import { registerPageHeaders } from '../plugins/security-headers.ts';
import type { Routes } from './routes.ts';
import { addLinks } from './open-api-links.ts';
import { type Described, describeResponses, errorResponses } from './open-api-responses.ts';
import type { Services } from '../../services/index.ts';

const problem = z.toJSONSchema(Problem, { override: dropSafeBounds }) as OpenAPIV3_1.SchemaObject;

const problemContent = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};

const errorResponse: OpenAPIV3_1.ResponseObject = {
  description: 'Any error, as RFC 9457 problem details',
  content: problemContent,
};

/** Allows scripts, styles and pictures of this server, and requests to it; the explorer sets inline styles. */
const explorerPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The initial view: one line per operation, all collapsed. */
const explorerConfig = {
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 1,
  displayRequestDuration: true,
  filter: true,
  deepLinking: true,
  syntaxHighlight: false,
} as const;

const describedMark = 'x-described';

/**
 * Describes every route that is registered later, at `/openapi.json` (also `/api-docs/openapi.json`) and as pages at
 * `/swagger-ui/`.
 */
export async function registerOpenApi(app: Routes, { config }: Services): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Rookery API',
        version: config.version,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'An API token (pub_...), a session, or the token of a seat (seat_...)',
          },
        },
      },
    },
    transform: describeRoute,
    transformObject: (source) => {
      if (!('openapiObject' in source)) throw new Error('the document is OpenAPI');
      return addErrors(source.openapiObject as OpenAPIV3_1.Document);
    },
  });
  await app.register(async (scope: Routes) => {
    await registerPageHeaders(scope, config.http.publicUrl);
    await scope.register(swaggerUi, {
      routePrefix: '/swagger-ui',
      staticCSP: explorerPolicy,
      theme: { title: 'Rookery API' },
      uiConfig: explorerConfig,
    });
  });
  for (const path of ['/openapi.json', '/api-docs/openapi.json']) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(app.swagger()),
    );
  }
}

type Marked = OpenAPIV3_1.OperationObject & { [describedMark]?: Described };

const toJsonSchemas = createJsonSchemaTransform({ zodToJsonConfig: { override: dropSafeBounds } });

/** Adds bodies and answers of a route's configuration to its schemas. */
function describeRoute(source: Parameters<typeof toJsonSchemas>[0]): ReturnType<typeof toJsonSchemas> {
  const { schema, url } = toJsonSchemas(source);
  const { textTypes = [], described } = source.route.config ?? {};
  if (!schema || !('operationId' in schema)) return { schema, url };
  const { body } = schema;
  const texts = textTypes.map((type) => [type, { schema: { type: 'string' } }]);
  const content = { 'application/json': { schema: body }, ...Object.fromEntries(texts) };
  return {
    schema: {
      ...schema,
      ...(texts.length > 0 ? { body: { content } } : {}),
      ...(described ? { [describedMark]: described } : {}),
    },
    url,
  };
}

/** Adds the errors. All operations fail alike, so each error is described once and referenced. */
function addErrors(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const { $schema: _, ...schema } = problem as OpenAPIV3_1.SchemaObject & { $schema?: string };
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, Problem: schema },
    responses: { ...document.components?.responses, ...errorResponses(problemContent) },
  };
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of ['get', 'post', 'put', 'patch', 'delete'] as const) {
      const operation: Marked | undefined = item?.[method];
      if (!operation) continue;
      describeResponses(path, operation, operation[describedMark] ?? {});
      delete operation[describedMark];
      operation.responses = { ...operation.responses, default: errorResponse };
      relaxBody(operation);
    }
  }
  addLinks(document);
  return document;
}

/** Makes a nullable body optional. */
function relaxBody({ requestBody }: OpenAPIV3_1.OperationObject): void {
  if (!requestBody || !('content' in requestBody)) return;
  const schemas = Object.values(requestBody.content).map(({ schema }) => schema);
  const isOptional = schemas.every(
    (schema) =>
      schema && 'anyOf' in schema && schema.anyOf?.some((kind) => 'type' in kind && kind.type === 'null'),
  );
  if (isOptional) requestBody.required = false;
}

/** Drops the bounds of safe integers: on every number they would hide the real bounds. */
function dropSafeBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
