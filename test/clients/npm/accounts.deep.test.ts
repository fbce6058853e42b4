import { testAccounts } from './accounts.ts';

/** Every client that `accounts.test.ts` leaves out. */
await testAccounts(['npm8', 'npm10', 'npm11']);
