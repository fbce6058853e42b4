import { testAccounts } from './accounts.ts';

/** The newest, and the oldest that people still log in with; the others are asked in the long run. */
await testAccounts(['npm9', 'npm12']);
