import { wordOf } from '../../../services/publishing/drafting.ts';
import type { ListedArtifact } from '../../../services/releases/get.ts';
import { versionHref } from '../../components/package-link.ts';
import { badge, copyButton, empty, table, when } from '../../components/show.ts';
import { icon } from '../../components/icon.ts';
import { html, type Content, type Html } from '../../html.ts';
import { type PageContext, pathOf } from '../../page.ts';
import type { VersionFront } from './front.ts';

interface Group {
  title: string;
  /** Whether people install the file; other files accompany it. */
  isDownload: boolean;
  files: readonly GroupedFile[];
}

/** `id`: the id of the element with the file's name. */
type GroupedFile = ListedArtifact & { platform: string | null; id: string };

/** Files of a version in groups by purpose, installable files first. */
export function fileSection(
  context: PageContext,
  front: VersionFront,
  files: readonly ListedArtifact[],
): Html {
  const { t, number } = context;
  const { ecosystem, name } = front.pkg;
  const href = versionHref(ecosystem, name, front.shown.version);
  const groups = groupsOf(context, front, files);
  return html`<section>
    <h2 id="files">${t('packages.files')} <span class="count">${number(files.length)}</span></h2>
    ${files.length === 0 && empty(t('packages.no_files'))}
    ${groups.map(
      (group) =>
        html`<div>
          ${groups.length > 1 && html`<h3>${group.title}</h3>`}
          ${fileTable(context, href, { ...group, title: groups.length > 1 ? group.title : t('packages.files') })}
        </div>`,
    )}
    ${files.length > 0 && html`<p><a href="${href}/-/files/">${t('packages.browse_files')}</a></p>`}
  </section>`;
}

function groupsOf(
  { locale }: PageContext,
  { ecosystem }: VersionFront,
  files: readonly ListedArtifact[],
): Group[] {
  const named = files.map((file, index) => {
    const target = ecosystem.fileFor(file.filename);
    const words = [wordOf(file.kind), ...(target === null ? [] : [target.group])];
    return { ...file, title: words.join(' · '), platform: target?.platform ?? null, id: `file-${index + 1}` };
  });
  const byNumber = new Intl.Collator(locale, { numeric: true });
  return [...Map.groupBy(named, ({ title }) => title)]
    .map(([title, members]) => ({
      title,
      isDownload: members.some(({ filename }) => ecosystem.isDownload(filename)),
      files: members,
    }))
    .sort(
      (a, b) =>
        Number(b.isDownload) - Number(a.isDownload) ||
        Number(hasPlatforms(b)) - Number(hasPlatforms(a)) ||
        byNumber.compare(a.title, b.title),
    );
}

const hasPlatforms = ({ files }: Group) => files.some(({ platform }) => platform !== null);

function fileTable(context: PageContext, version: string, { title, files }: Group): Html {
  const { t } = context;
  return table({
    label: title,
    columns: [
      t('packages.file'),
      t('packages.size'),
      'SHA-256',
      t('packages.published'),
      t('packages.download'),
    ],
    rows: files.map((file) => fileRow(context, version, file)),
    numbers: [1],
  });
}

function fileRow(context: PageContext, version: string, file: GroupedFile): Content[] {
  const { t, size } = context;
  const { filename, sha256, proof, platform, id } = file;
  return [
    html`<span
      ><span id=${id}>${filename}</span> ${file.isSigned && badge(t('packages.signed'), 'good')}
      ${proof && badge(t(`packages.proof_${proof.status}`), proof.status === 'verified' ? 'good' : 'warning')}
      ${platform !== null && html`<br /><span class="small muted">${t('packages.platform')}: <code>${platform}</code></span>`}</span
    >`,
    size(file.sizeBytes),
    html`<span class="digest"
      ><code title=${sha256}>${sha256}</code> ${copyButton(
        t('packages.copy_digest', { file: filename }),
        sha256,
        t('shell.copied'),
      )}</span
    >`,
    when(context, file.uploadedAt),
    !file.isStaged &&
      html`<a
        href="${version}/-/download${pathOf(filename)}"
        download=${filename.split('/').at(-1)}
        aria-describedby=${id}
        class="one-line"
        >${icon('download')} ${t('packages.download')}</a
      >`,
  ];
}
