import { expect, it } from 'vitest';
import { publishCrate } from '../../support/cargo.ts';
import { makeCrate } from '../../support/crates.ts';
import { startPlatform } from '../../support/platform.ts';

it('HEAD of a stored file says how long it is', async () => {
  const platform = await startPlatform();
  const { token } = await platform.createUser();
  const crate = await makeCrate();
  await publishCrate(platform, crate, token);
  const { name, version, file } = crate;
  const url = `${platform.url}/v1/packages/cargo/${name}/releases/${version}/artifacts/${name}-${version}.crate`;

  const head = await fetch(url, { method: 'HEAD' });
  const whole = await fetch(url);

  expect(head.headers.get('content-length')).toBe(String(file.length));
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(file);
});
