import { startElasticsearch } from '../../support/elasticsearch/server.ts';
import { eventually } from '../../support/eventually.ts';
import { type OwnPlatform, startCombinedPlatform } from '../../support/platform.ts';
import { save, untilClosed } from './history.ts';

const workflowId = 'reindex-search-on-request';

/** Records on a separate platform, whose searches use an engine beside the database. */
export async function recordSearchCopies({ temporal }: OwnPlatform): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const server = await startElasticsearch();
  cleanup.defer(() => server.stop());
  const platform = await startCombinedPlatform({ ELASTICSEARCH_URL: server.url }, { temporal });
  cleanup.defer(() => platform.stop());
  await eventually(
    async () => {
      const { status } = await fetch(`${platform.url}/v1/search`);
      if (status !== 200) throw new Error(`the search answers ${status}`);
    },
    { withinMs: 60_000 },
  );
  await untilClosed(platform.temporal, workflowId);
  await save(platform, 'reindex-search-missing-index', workflowId);
  const headers = { authorization: `Bearer ${platform.adminToken}` };
  await fetch(`${platform.url}/v1/admin/reindex`, { method: 'POST', headers });
  await save(platform, 'reindex-search-copied', workflowId);
}
