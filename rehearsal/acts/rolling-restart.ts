import type { Act } from './act.ts';

export const rollingRestart: Act = {
  name: 'rolling-restart',
  summary: 'every process is stopped by SIGTERM and started again, one after the other',
  async play({ roles }) {
    for (const role of roles) await role.replace();
  },
};
