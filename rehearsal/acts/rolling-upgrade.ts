import { makePreviousVersion, previousCommit } from '../../test/support/previous-version.ts';
import type { Act } from './act.ts';

export const rollingUpgrade: Act = {
  name: 'rolling-upgrade',
  summary: 'one process after the other goes back to the previous release, and then to this one again',
  async play({ roles }) {
    const previous = makePreviousVersion();
    if (previous === undefined)
      throw new Error('the previous release is not in this clone: git fetch --unshallow');
    for (const role of roles) await role.replace({ root: previous });
    for (const role of roles) await role.replace();
    return `previous release: ${previousCommit.slice(0, 12)}`;
  },
};
