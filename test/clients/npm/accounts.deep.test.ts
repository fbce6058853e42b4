import { testAccounts } from './accounts.ts';

/** Tests the clients that `accounts.test.ts` leaves out. */
await testAccounts(['npm8', 'npm10', 'npm11']);
