import { z } from 'zod';
import { databaseUrl } from './database-url.ts';
import { address, between, count, fileOf, port, text, toggle, urlOf, webUrl } from './values.ts';

/** The database and the key-value store. */
export const data = {
  DATA_DIR: text.default('.rookery').describe('Folder of embedded parts, secrets and temporary files.'),
  DATABASE_URL: databaseUrl
    .optional()
    .describe(
      'PostgreSQL 15 or newer; several hosts divided by commas. Default: an embedded server below DATA_DIR, started by npm start.',
    ),
  DATABASE_URL_FILE: fileOf('DATABASE_URL'),
  DATABASE_DIRECT_URL: databaseUrl
    .optional()
    .describe('The same database without the pooler that DATABASE_URL leads to. Default: DATABASE_URL.'),
  DATABASE_DIRECT_URL_FILE: fileOf('DATABASE_DIRECT_URL'),
  DATABASE_SCANNER_ROLE: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must be a name of lower-case letters, digits and _')
    .optional()
    .describe(
      'Role of the scanner in the database: rookery migrate gives it the rights it needs and no more.',
    ),
  DATABASE_POOL_SIZE: count.max(1_000).default(20).describe('Connections per process.'),
  CACHE_MEMORY_MB: between(16, 65_536)
    .default(192)
    .describe('Memory of each api process in MiB for documents, files, tags and layers that it has read.'),
  REDIS_URL: urlOf(['redis:', 'rediss:'], 'a redis:// or rediss:// URL')
    .optional()
    .describe('Redis for facts shared by replicas. Default: memory of each process.'),
  REDIS_URL_FILE: fileOf('REDIS_URL'),
};

/** The workflow service. */
export const temporal = {
  TEMPORAL_ADDRESS: address
    .optional()
    .describe('host:port of the cluster. Default: an embedded server, started by npm start.'),
  TEMPORAL_NAMESPACE: text.default('rookery').describe('Namespace of our workflows.'),
  TEMPORAL_TLS: toggle
    .optional()
    .describe('on: TLS to the cluster. Default: on where a certificate, a server name or an API key is set.'),
  TEMPORAL_TLS_CA: text
    .optional()
    .describe('Certificates in PEM that the cluster is checked by. Default: those of the system.'),
  TEMPORAL_TLS_CA_FILE: fileOf('TEMPORAL_TLS_CA'),
  TEMPORAL_TLS_CERT: text.optional().describe('Certificate in PEM that we show to the cluster (mTLS).'),
  TEMPORAL_TLS_CERT_FILE: fileOf('TEMPORAL_TLS_CERT'),
  TEMPORAL_TLS_KEY: text.optional().describe('Private key in PEM of that certificate.'),
  TEMPORAL_TLS_KEY_FILE: fileOf('TEMPORAL_TLS_KEY'),
  TEMPORAL_TLS_SERVER_NAME: text
    .optional()
    .describe('Name in the certificate of the cluster, where it is not the one in TEMPORAL_ADDRESS.'),
  TEMPORAL_API_KEY: text.optional().describe('Sent to the cluster with every request; needs TLS.'),
  TEMPORAL_API_KEY_FILE: fileOf('TEMPORAL_API_KEY'),
  TEMPORAL_UI_PORT: port.default(8233).describe('Port of the web interface of the embedded server.'),
  TEMPORAL_UI_URL: webUrl
    .optional()
    .describe('Address of the web interface that links point to. Default: the embedded one.'),
  TEMPORAL_CLI: text
    .optional()
    .describe('Path of the temporal binary for the embedded server. Default: found or fetched.'),
};

/** The blob store. */
export const blobs = {
  BLOB_FSYNC: toggle
    .optional()
    .describe('off trades durability of files on disk for speed (tests). Default: on.'),
  S3_BUCKET: text.optional().describe('Bucket for artifacts. Default: files below DATA_DIR.'),
  S3_REGION: text.optional().describe('Region of the bucket. Default: us-east-1.'),
  S3_ENDPOINT: webUrl.optional().describe('Address of an S3 server other than AWS.'),
  S3_FORCE_PATH_STYLE: toggle
    .optional()
    .describe('Bucket in the path instead of the host name. Default: on with S3_ENDPOINT.'),
  S3_ACCESS_KEY_ID: text
    .optional()
    .describe('Key of the bucket. Default: AWS_ACCESS_KEY_ID, else the AWS credential chain.'),
  S3_ACCESS_KEY_ID_FILE: fileOf('S3_ACCESS_KEY_ID'),
  S3_SECRET_ACCESS_KEY: text.optional().describe('Secret of the key.'),
  S3_SECRET_ACCESS_KEY_FILE: fileOf('S3_SECRET_ACCESS_KEY'),
  S3_SCANNER_ACCESS_KEY_ID: text
    .optional()
    .describe(
      'Key of the scanner (in AWS the ARN of its user): rookery setup-bucket gives it the rights it needs and no more.',
    ),
  AWS_ACCESS_KEY_ID: text.optional().describe('Used where S3_ACCESS_KEY_ID is absent.'),
  AWS_SECRET_ACCESS_KEY: text.optional().describe('Secret of the key.'),
  AWS_SESSION_TOKEN: text.optional().describe('Session token of temporary AWS credentials.'),
};
