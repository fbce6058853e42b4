import { z } from 'zod';
import { fileOf, text, webUrls } from './values.ts';

/** Elasticsearch, as an alternative to search in the database. */
export const search = {
  ELASTICSEARCH_URL: webUrls
    .optional()
    .describe(
      'Elasticsearch 8.19 or 9 for searches; comma-separated nodes. Default: the database is searched itself.',
    ),
  ELASTICSEARCH_URL_FILE: fileOf('ELASTICSEARCH_URL'),
  ELASTICSEARCH_INDEX: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,99}$/, 'must be lower-case letters, digits and -, and begin with a letter')
    .default('rookery-packages')
    .describe(
      'Alias that is searched, and beginning of the names of its indexes: one for each installation.',
    ),
  ELASTICSEARCH_API_KEY: text
    .optional()
    .describe('API key with the index privileges all on ELASTICSEARCH_INDEX*, as Elasticsearch encodes it.'),
  ELASTICSEARCH_API_KEY_FILE: fileOf('ELASTICSEARCH_API_KEY'),
  ELASTICSEARCH_USERNAME: text.optional().describe('User of Elasticsearch, instead of an API key.'),
  ELASTICSEARCH_PASSWORD: text.optional().describe('Password of ELASTICSEARCH_USERNAME.'),
  ELASTICSEARCH_PASSWORD_FILE: fileOf('ELASTICSEARCH_PASSWORD'),
  ELASTICSEARCH_CA: text
    .optional()
    .describe('Certificates in PEM that Elasticsearch is checked by. Default: those of the system.'),
  ELASTICSEARCH_CA_FILE: fileOf('ELASTICSEARCH_CA'),
};
