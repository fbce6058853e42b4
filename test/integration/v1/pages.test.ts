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
  it('the front page names every registry and leads to the description of the API', async () => {
    const { status, headers, body } = await api.call('GET', '/');

    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    for (const { mount } of api.platform.ecosystems.all) {
      expect(body['text']).toContain(`${api.platform.config.http.publicUrl}${mount}</code>`);
    }
    expect(body['text']).toContain(`href="${api.platform.config.http.publicUrl}/swagger-ui/"`);
  });

  it('every problem type leads somewhere', async () => {
    for (const [code, { status }] of Object.entries({ ...errorFacts, ...chessErrorFacts })) {
      const answer = await api.call('GET', `/docs/errors/${code}`);

      expect(answer.status).toBe(200);
      expect(answer.body['text']).toContain(`<code>${code}</code>, status ${status}`);
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

      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });
});
