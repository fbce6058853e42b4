import { promisify } from 'node:util';
import { gzip as gzipCallback } from 'node:zlib';
import type { Advisory } from '../../domain/advisory.ts';
import { sha256Hex } from '../../domain/digest.ts';
import type { EcosystemId } from '../../domain/ecosystem-id.ts';
import type { AdvisoryPage } from '../../ecosystems/context/advisories.ts';
import { listAdvisories, listAdvisoryPage } from '../../store/postgres/findings/advisories.ts';
import { findAdvisoryFeed, type AdvisoryFeed } from '../../store/postgres/findings/advisory-feeds.ts';
import type { Pool } from '../../store/postgres/pool.ts';

const gzip = promisify(gzipCallback);

interface RenderedPage {
  /** The version of the feed that the page was rendered for. */
  version: string;
  etag: string;
  body: Buffer;
  gzipBody: Buffer;
}

const nothingYet: AdvisoryFeed = {
  baseAt: new Date(0),
  updatedAt: new Date(0),
  baseCount: 0,
  updateCount: 0,
};

/** Pages are rendered once per import; every read compares the version in one row of the feed. */
export function createAdvisoryPages(pool: Pool, ecosystem: EcosystemId) {
  const rendered = new Map<AdvisoryPage, Promise<RenderedPage>>();
  const versions = new Map<AdvisoryPage, string>();

  function pageOf(
    feed: AdvisoryFeed,
    page: AdvisoryPage,
    render: (advisories: readonly Advisory[]) => object,
  ): Promise<RenderedPage> {
    const version = `${feed.baseAt.getTime()}/${feed.updatedAt.getTime()}`;
    const known = rendered.get(page);
    if (known !== undefined && versions.get(page) === version) return known;
    const fresh = renderPage(version, async () =>
      render(await listAdvisoryPage(pool, ecosystem, page, feed.baseAt)),
    );
    rendered.set(page, fresh);
    versions.set(page, version);
    // the next read renders a failed page again
    fresh.catch(() => {
      if (rendered.get(page) === fresh) versions.delete(page);
    });
    return fresh;
  }

  const feedOf = async () => (await findAdvisoryFeed(pool, ecosystem)) ?? nothingYet;

  return {
    list: (names: readonly string[]) => listAdvisories(pool, ecosystem, names),

    async listPages() {
      const feed = await feedOf();
      return [
        ...(feed.baseCount > 0 ? [{ name: 'base' as const, updatedAt: feed.baseAt }] : []),
        ...(feed.updateCount > 0 ? [{ name: 'update' as const, updatedAt: feed.updatedAt }] : []),
      ];
    },

    /** Returns the current page with the time of its last change. */
    async getPage(page: AdvisoryPage, render: (advisories: readonly Advisory[]) => object) {
      const feed = await feedOf();
      const { etag, body, gzipBody } = await pageOf(feed, page, render);
      return { etag, body, gzipBody, changedAt: page === 'base' ? feed.baseAt : feed.updatedAt };
    },
  };
}

async function renderPage(version: string, render: () => Promise<object>): Promise<RenderedPage> {
  const body = Buffer.from(JSON.stringify(await render()));
  return { version, etag: `"${sha256Hex(body)}"`, body, gzipBody: await gzip(body) };
}
