import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CombinedPlatform, startCombinedPlatform } from '../../support/platform.ts';
import { isWholeMatrix } from '../../support/matrix.ts';
import { findTemporal, temporalMissing } from '../../support/temporal.ts';
import { findTool, isSkipped } from '../../support/tool.ts';

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

/** The time of each run. */
const seconds = isWholeMatrix ? 25 : 15;

const fuzzer = findTool('schemathesis');
const missing =
  'answers against the OpenAPI document: there is no schemathesis on PATH (pip install schemathesis)';

/** Requests generated from the OpenAPI document, valid and invalid; the document has to describe every answer. */
describe.skipIf(isSkipped(fuzzer, missing) || isSkipped(await findTemporal(), temporalMissing))(
  'requests made up from the OpenAPI document',
  () => {
    let platform: CombinedPlatform;
    let folder: string;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'rookery-openapi-'));
      // short: engine searches are not tested here
      const environment = {
        ANALYSIS_POSITION_MAX_MOVETIME_MS: '50',
        ANALYSIS_GAME_MAX_MOVETIME_MS: '50',
      };
      platform = await startCombinedPlatform(environment, { withEngine: true });
    });
    afterAll(async () => {
      await platform?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    async function fuzz(...which: string[]): Promise<string> {
      const args = ['run', `${platform.url}/openapi.json`, '--checks', checks.join(), '--seed', '1'];
      // stateful: answers of one operation become parameters of others, so that requests name existing ids
      args.push('--phases', 'examples,coverage,fuzzing,stateful', '--max-examples', '10');
      args.push('--max-time', String(seconds), '--continue-on-failure');
      // the report of a failure contains the request
      return promisify(execFile)(fuzzer ?? 'schemathesis', [...args, ...which], {
        cwd: folder,
        maxBuffer: 2 ** 26,
      }).then(
        ({ stdout }) => stdout,
        (error: { stdout?: string; message: string }) =>
          Promise.reject(new Error(error.stdout || error.message)),
      );
    }

    async function bearerOf(who: string): Promise<string | null> {
      if (who === 'anonymous') return null;
      return who === 'administrator' ? platform.adminToken : (await platform.createUser()).session;
    }

    test.each([
      ['the chess service', '/api/', 'anonymous'],
      ['the management of packages', '/v1/', 'anonymous'],
      ['the management of packages', '/v1/', 'member'],
      ['the management of packages', '/v1/', 'administrator'],
    ])('are answered as described by %s (%s) for an %s', { timeout: 120_000 }, async (_, prefix, who) => {
      const bearer = await bearerOf(who);
      const identity = bearer === null ? [] : ['-H', `Authorization: Bearer ${bearer}`];
      // a log-out, or the removal of rights or credentials, would change the caller of later requests
      const own = bearer === null ? [] : ['--exclude-path-regex', '^/v1/(?:auth|tokens|admin/users)'];

      const told = await fuzz('--include-path-regex', `^${prefix}`, ...own, ...identity);

      // at least a hundred requests show that the generator has read the document
      expect(told).toMatch(/\b[1-9]\d{2,} generated/);
      expect(told).toMatch(/Stateful/);
    });
  },
);
