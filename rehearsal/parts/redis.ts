import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '../relay.ts';
import { readSecret } from '../secrets.ts';
import { type Child, startChild } from '../../test/support/child.ts';
import { canConnect } from '../../test/support/connect.ts';
import { redisBinary, redisMissing } from '../../test/support/redis.ts';
import { requireTool } from '../../test/support/tool.ts';

/** Starts Redis with the settings of `deploy/compose/redis.sh`, on one loopback address. */
export async function startRedisServer(folder: string, secrets: string, own: Place): Promise<Child> {
  const file = join(folder, 'redis.conf');
  const password = await readSecret(secrets, 'redis_password');
  await writeFile(
    file,
    `bind ${own.host}\nport ${own.port}\nrequirepass ${password}\nsave ""\nappendonly no\nmaxmemory 192mb\nmaxmemory-policy allkeys-lru\ndir ${folder}\n`,
  );
  return startChild(requireTool(redisBinary, redisMissing), [file], {
    isReady: () => canConnect(own.port, own.host),
  });
}
