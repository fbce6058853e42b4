import { wordOf } from '../../../services/publishing/drafting.ts';
import type { ListedArtifact } from '../../../services/releases/get.ts';
import { versionHref } from '../../components/package-link.ts';
import { badge, copyButton, empty, table, when } from '../../components/show.ts';
import { icon } from '../../components/icon.ts';
import { html, type Content, type Html } from '../../html.ts';
import { type PageContext, pathOf } from '../../page.ts';
import type { VersionFront } from './front.ts';

/** Files of a version in groups of what they are for, the ones that people install first. */
export function fileSection(
  context: PageContext,
  front: VersionFront,
  files: readonly ListedArtifact[],
): Html {
  const { t, number } = context;
  const groups = Map.groupBy(files, ({ kind, filename }) =>
    [wordOf(kind), front.ecosystem.fileFor(filename)].filter((each) => each !== null).join(' · '),
  );
  const { ecosystem, name } = front.pkg;
  return html`<section>
    <h2 id="files">${t('packages.files')} <span class="count">${number(files.length)}</span></h2>
    ${files.length === 0 && empty(t('packages.no_files'))}
    ${[...groups].map(
      ([kind, members]) =>
        html`<div>
          ${groups.size > 1 && html`<h3>${kind}</h3>`}
          ${table({
            label: groups.size > 1 ? kind : t('packages.files'),
            columns: [
              t('packages.file'),
              t('packages.size'),
              'SHA-256',
              t('packages.published'),
              t('packages.download'),
            ],
            rows: members.map((file) =>
              fileRow(context, versionHref(ecosystem, name, front.shown.version), file),
            ),
            numbers: [1],
          })}
        </div>`,
    )}
    ${
      files.length > 0 &&
      html`<p>
        <a href="${versionHref(ecosystem, name, front.shown.version)}/-/files/"
          >${t('packages.browse_files')}</a
        >
      </p>`
    }
  </section>`;
}

function fileRow(context: PageContext, version: string, file: ListedArtifact): Content[] {
  const { t, size } = context;
  const { filename, sha256, proof } = file;
  return [
    html`<span
      >${filename} ${file.isSigned && badge(t('packages.signed'), 'good')}
      ${proof && badge(t(`packages.proof_${proof.status}`), proof.status === 'verified' ? 'good' : 'warning')}</span
    >`,
    size(file.sizeBytes),
    html`<span class="digest"
      ><code title=${sha256}>${sha256.slice(0, 12)}…</code> ${copyButton(
        t('packages.copy_digest', { file: filename }),
        sha256,
        t('shell.copied'),
      )}</span
    >`,
    when(context, file.uploadedAt),
    !file.isStaged &&
      html`<a href="${version}/-/download${pathOf(filename)}" download=${filename.split('/').at(-1)}
        >${icon('download')} ${t('packages.download')}<span class="hidden"> ${filename}</span></a
      >`,
  ];
}
