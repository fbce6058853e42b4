import { request } from 'node:http';
import type { Platform } from './platform.ts';

/** An upload that stops in its body. */
export interface SlowUpload {
  /** Breaks the connection. */
  cut(): void;
  /** Resolves when either side has closed the connection. */
  readonly gone: Promise<void>;
}

/** Sends this share of `body` and then waits. */
export function startSlowUpload(platform: Platform, body: Buffer, share = 0.5): SlowUpload {
  const upload = request(`${platform.url}/cargo/api/v1/crates/new`, {
    method: 'PUT',
    headers: { authorization: platform.adminToken, 'content-length': body.length },
  });
  const gone = new Promise<void>((resolve) => {
    upload.once('error', () => resolve());
    upload.once('close', () => resolve());
  });
  upload.write(body.subarray(0, Math.floor(body.length * share)));
  return { cut: () => upload.destroy(), gone };
}
