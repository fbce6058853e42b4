import { uniqueName } from './crates.ts';
import { newProject, pypiClient, sdist, wheel } from './distributions.ts';
import type { SharedPlatform, TestUser } from './platform.ts';
import { releasePath, reviewClient } from './reviewing.ts';

export const twoPeople = { require_approval: 'two_person' };

/** A Python project whose first file is visible. */
export interface VisibleProject {
  name: string;
  version: string;
  /** Path below `/v1`. */
  release: string;
  upload(file?: { filename: string; body: Buffer }, by?: TestUser): Promise<readonly [number, string]>;
  /** Endings of the files that the project's page lists. */
  shown(): Promise<string[]>;
}

/** An organization of two people, with repositories that have different policies. */
export async function openPlaces(platform: SharedPlatform) {
  const [owner, other] = [await platform.createUser(), await platform.createUser()];
  const desk = reviewClient(platform, owner.session);
  const org = uniqueName('org').toLowerCase();
  const must = async (wanted: number, method: string, path: string, body: object) => {
    const { status } = await desk.call(method, path, body);
    if (status !== wanted) throw new Error(`${method} ${path}: ${status}`);
  };
  await must(201, 'POST', 'orgs', { name: org, slug: org });
  await desk.call('POST', `orgs/${org}/members`, { username: other.username, role: 'admin' });
  const setPolicy = (slug: string, policy: object) => must(200, 'PUT', `repositories/${slug}/policy`, policy);
  const basic = Buffer.from(`__token__:${owner.token}`).toString('base64');
  const python = pypiClient(platform.url, owner.token);

  return {
    owner,
    other,
    desk,
    org,
    setPolicy,
    async place(policy: object = {}, kind?: string): Promise<string> {
      const slug = `${org}-${uniqueName('r').toLowerCase()}`;
      const wanted = { name: slug, slug, owner_org_slug: org, ...(kind && { kind }) };
      await must(201, 'POST', 'repositories', wanted);
      await setPolicy(slug, policy);
      return slug;
    },
    /** Makes the reconciler check everything that waits. */
    wake: () => reviewClient(platform, platform.adminToken).call('POST', 'admin/jobs/recover-stale'),
    /** Publishes a project; its source distribution is approved if the policy requires that. */
    async pythonRelease(slug: string): Promise<VisibleProject> {
      const it = { name: newProject(), version: '1.0.0' };
      const release = releasePath('pypi', it.name, it.version);
      const upload: VisibleProject['upload'] = (file = wheel(it), by = owner) =>
        python.upload(it, file, by.token, `legacy/${slug}/`);
      await upload(await sdist(it));
      if ((await desk.stateOf(release))[0] === 'quarantine') await desk.approve(release, other.session);
      const [state] = await desk.stateOf(release);
      if (state !== 'published') throw new Error(`${it.name} is ${String(state)}`);
      const shown = async () => {
        const { body } = await python.page(it.name, { authorization: `Basic ${basic}` });
        const { files } = body as { files: { filename: string }[] };
        return files.map(({ filename }) => filename.replace(/.*(?=\.whl|\.tar)/, '')).toSorted();
      };
      return { ...it, release, upload, shown };
    },
  };
}
