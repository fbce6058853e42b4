import type { FileBuild } from '../../../domain/file-build.ts';
import type { Activity } from '../../../services/packages/activity.ts';
import type { ListedArtifact } from '../../../services/releases/get.ts';
import { foreignLink } from '../../components/package-link.ts';
import { facts, table } from '../../components/show.ts';
import { html, type Html } from '../../html.ts';
import type { PageContext } from '../../page.ts';
import { buildsIn, commitOf, sourceOf } from '../package/source.ts';

/** The verified origin of the files, and their signers. */
export function provenanceSection(
  context: PageContext,
  files: readonly ListedArtifact[],
  history: readonly Activity[],
): Html {
  const { t } = context;
  const attested = distinct(files.flatMap(({ build }) => build ?? []));
  const builds = attested.length > 0 ? attested : buildsIn(history).slice(0, 1);
  const proofs = files.flatMap(({ proof }) => proof ?? []);
  const signed = files.filter(({ isSigned }) => isSigned);
  const isBare = builds.length === 0 && proofs.length === 0 && signed.length === 0;
  return html`<section>
    <h2 id="provenance">${t('packages.provenance')}</h2>
    ${isBare && html`<p>${t('packages.no_provenance')}</p>`}
    ${builds.map((build) => buildFacts(context, build))}
    ${
      proofs.length > 0 &&
      table({
        label: t('packages.signatures'),
        columns: [t('packages.file'), t('packages.kind'), t('packages.signer'), t('packages.state')],
        rows: proofs.map(({ about, kind, signer, key, build: source, status }) => [
          about,
          kind,
          source ?? signer ?? (key && html`<code>${key}</code>`),
          t(`packages.proof_${status}`),
        ]),
      })
    }
    ${
      signed.length > 0 &&
      proofs.length === 0 &&
      html`<p>${t('packages.files_signed', { count: signed.length })}</p>`
    }
  </section>`;
}

/** The builds without duplicates: several files can have the same build. */
function distinct(builds: readonly FileBuild[]): FileBuild[] {
  return [...new Map(builds.map((build) => [JSON.stringify(build), build])).values()];
}

function buildFacts({ t }: PageContext, build: FileBuild): Html {
  const { issuer, repository, commit, workflow } = build;
  return facts([
    [t('packages.built_in'), foreignLink(sourceOf(build), repository) ?? repository ?? issuer],
    commit !== null && [
      t('packages.commit'),
      foreignLink(commitOf(build), html`<code class="wrap">${commit}</code>`) ??
        html`<code class="wrap">${commit}</code>`,
    ],
    workflow !== null && [t('packages.workflow'), html`<code class="wrap">${workflow}</code>`],
  ]);
}
