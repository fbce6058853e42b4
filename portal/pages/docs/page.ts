import { notFound } from '../../../domain/errors.ts';
import { html, trusted } from '../../html.ts';
import { type Page, type Raw, redirect } from '../../page.ts';
import { loadDocuments, type ProjectDocument, readDrawing } from './documents.ts';

let documents: ReadonlyMap<string, ProjectDocument> | undefined;
const known = () => (documents ??= loadDocuments());

/** The list of documents: guides first. Decisions are linked from the documents that mention them. */
export const docsPage: Page = {
  path: '/docs',
  view({ t }) {
    const all = [...known().values()].filter(({ path }) => !path.startsWith('adr/'));
    const guides = all.filter(({ path }) => path.startsWith('guides/'));
    const others = all.filter(({ path }) => !path.includes('/'));
    const list = (entries: readonly ProjectDocument[]) =>
      html`<ul>
        ${entries.map(({ path, title }) => html`<li><a href="/docs/${path}" lang="en">${title}</a></li>`)}
      </ul>`;
    return {
      title: t('docs.title'),
      isShared: true,
      isIndexed: true,
      body: html`<div>
        <h1>${t('docs.title')}</h1>
        <h2>${t('docs.guides')}</h2>
        ${list(guides)}
        <h2>${t('docs.reference')}</h2>
        ${list(others)}
        <p><a href="/swagger-ui/">${t('docs.api')}</a></p>
      </div>`,
    };
  },
};

/** Replaces the address of a fresh installation by this instance's, so that copied lines work. */
function withAddress(text: string, publicUrl: string): string {
  const [, host = ''] = publicUrl.split('//');
  return text.replaceAll('http://127.0.0.1:8080', publicUrl).replaceAll('127.0.0.1:8080', host);
}

/** Documents only link to drawings: the text renderer shows no SVG, as most of its texts are untrusted. */
function showDrawing(path: string): Raw {
  const body = readDrawing(path);
  if (!body) throw notFound('page');
  return {
    kind: 'raw',
    type: 'image/svg+xml',
    body,
    headers: { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
    isShared: true,
  };
}

/** One document of the project, in English. */
export const documentPage: Page = {
  path: '/docs/*',
  async view({ t, params, services }) {
    const asked = params['*'] ?? '';
    if (asked === '') return redirect('/docs', { status: 301 });
    if (asked.endsWith('.svg')) return showDrawing(asked);
    const path = asked.endsWith('.md') ? asked.slice(0, -'.md'.length) : asked;
    const document = known().get(path);
    if (!document) throw notFound('page');
    if (path !== asked) return redirect(`/docs/${path}`, { status: 301 });
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
    const rendered = await services.texts.markdown(
      withAddress(document.text, services.config.http.publicUrl),
      {
        files: '/docs/',
        folder,
        imageSuffix: '',
      },
    );
    return {
      title: document.title,
      isShared: true,
      isIndexed: true,
      body: html`<div>
        <p><a href="/docs">${t('docs.title')}</a></p>
        <h1 lang="en">${document.title}</h1>
        ${
          rendered === null
            ? html`<pre class="plain-text" lang="en">${document.text}</pre>`
            : trusted(rendered, 'prose', { lang: 'en' })
        }
      </div>`,
    };
  },
};
