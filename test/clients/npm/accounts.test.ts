import { testAccounts } from './accounts.ts';

/** The newest client and the oldest common one; `accounts.deep.test.ts` has the others. */
await testAccounts(['npm9', 'npm12']);
