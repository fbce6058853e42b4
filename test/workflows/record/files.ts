import { buildNupkg } from '../../../ecosystems/nuget/fixtures/nupkg.ts';
import { wheel } from '../../support/distributions.ts';
import { openPlaces, twoPeople } from '../../support/held-places.ts';
import { sendForm } from '../../support/nuget.ts';
import type { OwnPlatform } from '../../support/platform.ts';
import { save } from './history.ts';

const symbolsOf = (id: string, body: string) =>
  buildNupkg({ id, version: '1.0.0', files: [{ path: 'lib/net8.0/demo.pdb', body }] });
const runOf = (id: string) => `publish:nuget:${id.toLowerCase()}@1.0.0/${id.toLowerCase()}.1.0.0.snupkg`;

/** Records files that join a visible release, that are refused, and that wait with a staged release. */
export async function recordFiles(platform: OwnPlatform): Promise<void> {
  const send = async (path: string, file: Buffer, wanted: number, field?: string) => {
    const { status, text } = await sendForm(platform, path, platform.adminToken, file, {}, field);
    if (status !== wanted) throw new Error(`${path}: ${status} ${text}`);
  };
  const id = 'Demo.Attached';
  await send('/v2/package', buildNupkg({ id, version: '1.0.0' }), 201);
  await send('/v2/symbolpackage', symbolsOf(id, 'symbols'), 201);
  await save(platform, 'file-added', runOf(id));
  await send('/v2/symbolpackage', symbolsOf(id, 'others'), 409);
  await save(platform, 'file-refused', runOf(id));

  const staged = 'Demo.Staged';
  await send('/v3/staging/package', buildNupkg({ id: staged, version: '1.0.0' }), 201);
  await send('/v3/staging/symbols', symbolsOf(staged, 'symbols'), 201, 'symbols');
  await save(platform, 'file-staged', runOf(staged));
}

/** Records a file whose scan fails every time, and that is scanned again for an approval. */
export async function recordUnscannedFile(platform: OwnPlatform): Promise<void> {
  const { desk, ...places } = await openPlaces(platform);
  const project = await places.pythonRelease(await places.place());
  const file = wheel(project);
  await platform.roles.scanner.stop();
  platform.roles.scanner = await platform.roles.scanner.restart({ SCANNER_TIMEOUT_MS: '1' });
  await project.upload(file);
  await platform.roles.scanner.stop();
  platform.roles.scanner = await platform.roles.scanner.restart({ SCANNER_TIMEOUT_MS: '60000' });
  const [held] = await desk.heldFiles(project.release);
  if (held?.status_reason !== 'scan_failed') throw new Error(`${file.filename} is not held`);
  await desk.approveFile(project.release, held.id);
  await save(platform, 'file-scan-failed', `publish:pypi:${project.name}@1/${file.filename}`);
}

/** Records files that wait for a second person: one is approved, one is removed. */
export async function recordHeldFiles(platform: OwnPlatform): Promise<void> {
  const { desk, other, ...places } = await openPlaces(platform);
  const slug = await places.place(twoPeople);
  for (const verb of ['approved', 'rejected'] as const) {
    const project = await places.pythonRelease(slug);
    const file = wheel(project);
    await project.upload(file);
    const [held] = await desk.heldFiles(project.release);
    if (!held) throw new Error(`${file.filename} is not held`);
    const decide = verb === 'approved' ? desk.approveFile : desk.rejectFile;
    const { status } = await decide(project.release, held.id, other.session);
    if (status !== 200) throw new Error(`${file.filename}: ${verb}: ${status}`);
    await save(platform, `file-held-${verb}`, `publish:pypi:${project.name}@1/${file.filename}`);
  }
}
