import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Issuer, startIssuer } from '../../support/issuer.ts';
import { type SharedPlatform, startOpenPlatform } from '../../support/platform.ts';
import { makeTrustedCrate, runOf, send, type TrustedCrate } from '../../support/trusted-publishing.ts';
import { library } from './crates.ts';
import { cannotRun, type CargoHome, createHome } from './home.ts';

describe.skipIf(cannotRun)('cargo in a build without a stored token', () => {
  let issuer: Issuer;
  let platform: SharedPlatform;
  let crate: TrustedCrate;
  const homes: CargoHome[] = [];
  beforeAll(async () => {
    issuer = await startIssuer({ isTrusted: true });
    platform = await startOpenPlatform();
    crate = await makeTrustedCrate(platform, issuer);
  });
  afterAll(async () => {
    await Promise.all(homes.map((each) => each.remove()));
    await platform.stop();
    await issuer.stop();
  });

  async function homeOfBuild(): Promise<CargoHome> {
    const jwt = await issuer.sign(runOf(crate.repository, new URL(platform.url).host));
    const url = `${platform.url}/cargo/api/v1/trusted_publishing/tokens`;
    const { body } = await send('POST', url, { body: { jwt } });
    const home = await createHome(`${platform.url}/cargo/index/`, String(body['token']));
    homes.push(home);
    return home;
  }

  test('publishes with the token that its identity is worth', async () => {
    const home = await homeOfBuild();
    await home.write(crate.name, library(crate.name, '1.0.0'));

    const outcome = await home.cargo(crate.name, 'publish', '--registry', 'rookery');

    expect(outcome).toMatchObject({ code: 0, stderr: expect.stringContaining('Published') });
  });

  test('is told why it can not yank', async () => {
    const home = await homeOfBuild();

    const outcome = await home.cargo('.', 'yank', '--registry', 'rookery', `${crate.name}@0.1.0`);

    expect(outcome.code).not.toBe(0);
    expect(outcome.stderr).toContain('tokens from trusted publishing only publish');
  });
});
