import { z } from 'zod';
import { Username } from '../../domain/username.ts';
import { between, fileOf, issuers, mailbox, seconds, text, toggle, urlOf } from './values.ts';

/** People and their credentials. */
export const accounts = {
  JWT_SECRET: text
    .optional()
    .describe('Signs sessions, 32 bytes or more. Default: DATA_DIR/jwt-secret, made by npm start.'),
  JWT_SECRET_FILE: fileOf('JWT_SECRET'),
  JWT_SECRET_ACCEPTED: text
    .optional()
    .describe(
      'A second secret whose sessions and seals are good as well, while one takes the place of the other: docs/OPERATIONS.md.',
    ),
  JWT_SECRET_ACCEPTED_FILE: fileOf('JWT_SECRET_ACCEPTED'),
  INSTALLATION_NAME: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be up to 64 letters, digits, dots, underscores and dashes')
    .default('rookery')
    .describe('Issuer of sessions, the same for all replicas. Another name ends all sessions.'),
  WEBHOOK_KEY: text
    .optional()
    .describe(
      'Seals the secrets of webhooks, for api and worker, 32 bytes or more. Default: made of JWT_SECRET.',
    ),
  WEBHOOK_KEY_FILE: fileOf('WEBHOOK_KEY'),
  WEBHOOK_KEY_ACCEPTED: text
    .optional()
    .describe('Keys that open secrets of webhooks as well, one a line, while WEBHOOK_KEY is replaced.'),
  WEBHOOK_KEY_ACCEPTED_FILE: fileOf('WEBHOOK_KEY_ACCEPTED'),
  ROOKERY_ADMIN_USERNAME: Username.optional().describe(
    'First administrator, made at the start of the API server while no administrator has a password.',
  ),
  ROOKERY_ADMIN_PASSWORD_FILE: text
    .optional()
    .describe('File that holds the password of ROOKERY_ADMIN_USERNAME; read only then.'),
  REGISTRATION: toggle.prefault('on').describe('off: only administrators create accounts.'),
  SESSION_TTL_SECONDS: seconds.default(3_600).describe('Lifetime of a session.'),
  AUDIT_RETENTION_DAYS: between(90, 36_500)
    .optional()
    .describe('Days after which audit entries are removed, 90 at least. Default: they stay for ever.'),
  RECENT_LOGIN_SECONDS: between(60, 86_400)
    .default(600)
    .describe(
      'How long after its log-in a session may change the e-mail address and who may publish; then: again.',
    ),
  ARGON2_MEMORY_KIB: between(19_456, 4_194_304)
    .default(19_456)
    .describe('Memory of one password hash in KiB, 19 MiB or more; older hashes follow at the next log-in.'),
  ARGON2_PASSES: between(2, 100).default(2).describe('Passes over that memory.'),
  ARGON2_PARALLELISM: between(1, 16).default(1).describe('Lanes of one password hash.'),
  ARGON2_CONCURRENCY: between(1, 64)
    .default(2)
    .describe('Passwords hashed at the same time by one api process; the others wait.'),
  OIDC_ISSUERS: issuers
    .prefault('')
    .describe(
      'Comma-separated issuers of identity tokens for trusted publishing, beside the well-known ones.',
    ),
  OIDC_PRIVATE_ISSUERS: z
    .enum(['refuse', 'allow'])
    .default('refuse')
    .describe(
      'Issuers that organizations name are public and on https; allow permits a GitLab inside as well.',
    ),
  ADVERTISE_AUTH: toggle
    .prefault('off')
    .describe('on asks clients to send their token with reads too, so that private packages resolve.'),
};

/** Mails of the platform. */
export const mail = {
  SMTP_URL: urlOf(['smtp:', 'smtps:'], 'an smtp:// or smtps:// URL')
    .optional()
    .describe(
      'Server that mails go out through: smtp://user:password@host:587. Default: none are sent, and what needs them is absent.',
    ),
  SMTP_URL_FILE: fileOf('SMTP_URL'),
  MAIL_FROM: mailbox.optional().describe('Sender of mails, such as Rookery <registry@example.org>.'),
};

/** Keys that sign and roots that verify. */
export const signatures = {
  SIGNING_KEY: text
    .optional()
    .describe(
      'Signs releases, an ECDSA P-256 private key in PEM. Default: DATA_DIR/signing-key, made by npm start; without any, nothing is signed.',
    ),
  SIGNING_KEY_FILE: fileOf('SIGNING_KEY'),
  SIGSTORE_TRUSTED_ROOT: text
    .optional()
    .describe(
      'File with the Sigstore trust root that provenance is checked against. Default: the public one.',
    ),
};
