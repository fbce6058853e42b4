import { randomInt } from 'node:crypto';
import { nameWith, releasesOf } from '../../support/test-clients.ts';
import { eventually } from '../../support/eventually.ts';
import { buildFile, digestsOf, expectStatus, manage, publish, unique } from '../publish.ts';
import type { Answer } from '../raw-request.ts';
import type { Target } from '../../../ecosystems/test-client.ts';

/** A hidden target, and a similar target that never existed. */
export interface Subject {
  what: string;
  secret: Target;
  /** A target of the same form and length that was never published. */
  missing: Target;
  /** Texts that no answer may contain unless the request contains them. */
  traces: string[];
  /** Whether the protocols hide it from its publisher as well. */
  isHiddenFromOwner: boolean;
}

export interface Owner {
  username: string;
  token: string;
  /** The session that decides about held releases. */
  session: string;
  /** Slug of the public repository. */
  home: string;
  /** Slug of the private repository. */
  vault: string;
}

interface Publication {
  ecosystem: string;
  name: string;
  isSuspicious?: boolean;
  repository?: string;
  version?: string;
}

/** Publishes. Returns the traces to look for. */
export async function release(url: string, owner: Owner, publication: Publication) {
  const { ecosystem, name, isSuspicious = false, repository, version = newVersion() } = publication;
  const word = `w${unique()}`;
  const file = await buildFile({ ecosystem, name, version, word, isSuspicious });
  const answer = publish(url, {
    ecosystem,
    name,
    version,
    file,
    token: owner.token,
    ...(repository === undefined ? {} : { repository }),
  });
  const [sha256 = '', sha512 = ''] = digestsOf(file);
  const target: Target = { ecosystem, name, version, repository: repository ?? owner.home, sha256, word };
  return { answer, target, sha512 };
}

type Released = Awaited<ReturnType<typeof release>>;

/** A name and version of the same form and length as the published ones. */
const neverWas = ({ ecosystem }: Target) => ({
  name: nameWith(ecosystem, `leak${'0'.repeat(12)}`),
  version: '10000.100000.2',
  word: `w${'0'.repeat(12)}`,
  sha256: '0'.repeat(64),
});

/** A package of which nothing is public. */
export function hiddenPackage(
  what: string,
  { target, sha512 }: Released,
  missingRepository?: string,
): Subject {
  const missing = { ...target, ...neverWas(target), repository: missingRepository ?? target.repository };
  const traces = [target.name, target.version, target.word, target.sha256, sha512];
  return { what, secret: target, missing, traces, isHiddenFromOwner: true };
}

/** A hidden release of a package that has public releases. */
export function hiddenVersion(what: string, released: Released): Subject {
  const subject = hiddenPackage(what, released);
  const traces = subject.traces.filter((trace) => trace !== subject.secret.name);
  return { ...subject, missing: { ...subject.missing, name: subject.secret.name }, traces };
}

/** A name in lower case, so that name and key are equal, and always of the same length. */
export function newName(ecosystem: string): string {
  return nameWith(ecosystem, `leak${unique()}`);
}

/** A version of constant length that cannot be guessed. */
export function newVersion(): string {
  return `${randomInt(10_000, 99_999)}.${randomInt(100_001, 999_999)}.2`;
}

/** Waits until the owner sees the release in this state. */
export async function untilState(url: string, owner: Owner, target: Target, state: string): Promise<void> {
  const path = `/v1/packages/${target.ecosystem}/${encodeURIComponent(target.name)}/releases/${target.version}`;
  await eventually(async () => {
    const { text } = await manage(url, owner.token, 'GET', path);
    if ((JSON.parse(text) as { status: unknown }).status !== state) throw new Error(`not ${state}: ${text}`);
  });
}

/** Hides one of each kind of subject in an ecosystem. */
export async function hideAll(url: string, owner: Owner, ecosystem: string, publicNames: string[]) {
  const suspicious = { ecosystem, isSuspicious: true };
  const [first = '', second = ''] = publicNames;
  const held = await release(url, owner, { ...suspicious, name: newName(ecosystem) });
  const heldVersion = await release(url, owner, { ...suspicious, name: first });
  const rejected = await release(url, owner, { ...suspicious, name: newName(ecosystem) });
  const rejectedVersion = await release(url, owner, { ...suspicious, name: second });
  const heldInVault = await release(url, owner, {
    ...suspicious,
    name: newName(ecosystem),
    repository: owner.vault,
  });
  for (const { answer } of [held, heldVersion, rejected, rejectedVersion, heldInVault])
    expectHeld(ecosystem, await answer);
  for (const { target } of [rejected, rejectedVersion]) {
    const path = `/v1/packages/${ecosystem}/${encodeURIComponent(target.name)}/releases/${target.version}/reject`;
    expectStatus(await manage(url, owner.session, 'POST', path, { reason: 'not wanted' }), 200);
  }
  const vaulted = await release(url, owner, { ecosystem, name: newName(ecosystem), repository: owner.vault });
  const privately = await release(url, owner, { ecosystem, name: newName(ecosystem) });
  for (const { answer } of [vaulted, privately]) expectStatus(await answer, 200, 201);
  expectStatus(await setVisibility(url, owner.token, privately.target, 'private'), 200);
  const missingVault = owner.vault.replace(/[0-9a-f]{12}$/, '0'.repeat(12));
  const ownersOwn = (subject: Subject): Subject => ({ ...subject, isHiddenFromOwner: false });
  return [
    hiddenPackage('a held release of an unseen package', held),
    hiddenVersion('a held release beside a public one', heldVersion),
    hiddenPackage('a rejected release of an unseen package', rejected),
    hiddenVersion('a rejected release beside a public one', rejectedVersion),
    hiddenPackage('a held release in a private repository', heldInVault, missingVault),
    ownersOwn(hiddenPackage('a package in a private repository', vaulted, missingVault)),
    ownersOwn(hiddenPackage('a private package in a public repository', privately)),
  ];
}

function expectHeld(ecosystem: string, answer: Answer): void {
  const { isHeld = ({ status }) => status === 202 } = releasesOf(ecosystem);
  if (!isHeld(answer)) throw new Error(`not held: ${answer.status} ${answer.text}`);
}

export async function setVisibility(
  url: string,
  token: string,
  { ecosystem, name }: Target,
  visibility: string,
) {
  return manage(url, token, 'PATCH', `/v1/packages/${ecosystem}/${encodeURIComponent(name)}`, { visibility });
}
