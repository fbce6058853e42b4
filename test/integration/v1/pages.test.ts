import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chessErrorFacts } from '../../../chess/error-codes.ts';
import { errorFacts } from '../../../domain/errors.ts';
import { type Management, startManagement } from '../../support/management.ts';

let api: Management;
beforeAll(async () => {
  api = await startManagement();
});
afterAll(() => api.stop());

describe('pages for people', () => {
  it('every problem type leads somewhere', async () => {
    for (const [code, { status }] of Object.entries({ ...errorFacts, ...chessErrorFacts })) {
      const answer = await api.call('GET', `/docs/errors/${code}`);

      expect(answer.status).toBe(200);
      expect(answer.body['text']).toContain(`<code>${code}</code>`);
      expect(answer.body['text']).toContain(`<dd>${status}</dd>`);
    }
  });

  it('the type of a real problem is such an address', async () => {
    const { body } = await api.call('GET', '/v1/packages/cargo/nothing-here');

    const { pathname } = new URL(String(body['type']));

    expect((await api.call('GET', pathname)).status).toBe(200);
  });

  it('unknown codes have no page, whatever they look like', async () => {
    for (const code of ['nothing', '__proto__', '%3Cscript%3E']) {
      const answer = await api.call('GET', `/docs/errors/${code}`);

      expect(answer.status).toBe(404);
      expect(answer.body['text']).not.toContain('<script>');
    }
  });
});
