import { expect, test } from 'vitest';
import { anonymousFrom } from '../domain/caller.ts';
import { cargo } from '../ecosystems/cargo/index.ts';
import { bind, bindNamed, bindVersion, bindWithin } from './bind.ts';

const caller = anonymousFrom({ ipAddress: null, userAgent: null });
const echo = (...given: unknown[]) => given;

test('operations get the platform, and the address of what they are about, before the rest', () => {
  const { plain } = bind('platform', { plain: echo });
  const { within } = bindWithin('platform', cargo, { within: echo });
  const { named } = bindNamed('platform', cargo, { named: echo });
  const { version } = bindVersion('platform', cargo, { version: echo });

  expect(plain(caller, 1)).toEqual(['platform', caller, 1]);
  expect(within(caller, 1)).toEqual(['platform', caller, cargo, 1]);
  expect(named(caller, 'probe', 1)).toEqual(['platform', caller, { ecosystem: cargo, name: 'probe' }, 1]);
  expect(version(caller, 'probe', '1.0.0', 1)).toEqual([
    'platform',
    caller,
    { ecosystem: cargo, name: 'probe', version: '1.0.0' },
    1,
  ]);
});
