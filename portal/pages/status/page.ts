import type { PartState } from '../../../services/health/readiness.ts';
import { badge, notice, table } from '../../components/show.ts';
import { html } from '../../html.ts';
import type { Page } from '../../page.ts';

const tones = { ok: 'good', error: 'danger', disabled: 'plain' } as const satisfies Record<PartState, string>;

/** Whether the service works, part by part, for all readers. */
export const statusPage: Page = {
  path: '/status',
  async view({ t, services }) {
    const { isReady, parts, degraded } = await services.readiness();
    const isWhole =
      isReady && degraded.length === 0 && Object.values(parts).every((state) => state !== 'error');
    const names = Object.keys(parts) as (keyof typeof parts)[];
    return {
      title: t('shell.status'),
      isIndexed: true,
      body: html`<div>
        <h1>${t('shell.status')}</h1>
        ${notice(
          isWhole ? 'good' : isReady ? 'warning' : 'danger',
          html`<p>
            ${t(isWhole ? 'packages.status_ok' : isReady ? 'packages.status_degraded' : 'packages.status_down')}
          </p>`,
          'status',
        )}
        ${table({
          label: t('shell.status'),
          columns: [t('packages.status_part'), t('packages.status_state')],
          rows: names.map((name) => [
            t(`packages.part_${name}`),
            badge(t(`packages.state_${parts[name]}`), tones[parts[name]]),
          ]),
        })}
        ${
          degraded.length > 0 &&
          html`<ul lang="en">
            ${degraded.map((sentence) => html`<li>${sentence}</li>`)}
          </ul>`
        }
        <p><a href="/readiness">${t('packages.status_for_programs')}</a></p>
      </div>`,
    };
  },
};
