import { existsSync, globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import type { Act } from './act.ts';

const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1').find((path) => existsSync(path));
const shifted = ['api-3', 'worker-2'];

/** The clocks of an api and a worker are ten minutes fast, then ten slow, while the others are right. */
export const clock: Act = {
  name: 'clock',
  summary: 'the clocks of one api and one worker are ten minutes ahead, then ten behind',
  async play({ roles, folder }, seconds) {
    const file = join(folder, 'clock');
    const move = (minutes: number) => writeFile(file, `${minutes < 0 ? '' : '+'}${minutes}m\n`);
    await move(0);
    const chosen = roles.filter(({ name }) => shifted.includes(name));
    try {
      for (const role of chosen) await role.replace({ environment: environmentOf(file) });
      for (const minutes of [10, -10]) {
        await move(minutes);
        await pause(seconds * 500);
      }
      await move(0);
    } finally {
      for (const role of chosen) await role.replace();
    }
    return library === undefined
      ? 'the Date of the processes, by a module that they import'
      : 'every clock call of the processes, by libfaketime; timers keep their own clock';
  },
};

/** With libfaketime (Debian package `libfaketime`) the wrong time also applies to the workflow client's native code. */
function environmentOf(file: string): Record<string, string> {
  if (library === undefined) {
    const module = pathToFileURL(join(import.meta.dirname, '../shifted-date.mjs')).href;
    return { NODE_OPTIONS: `--import ${module}`, SHIFTED_DATE_FILE: file };
  }
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}
