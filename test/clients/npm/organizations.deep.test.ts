import { testOrganizations } from './organizations.ts';

/** Every client that `organizations.test.ts` leaves out. */
await testOrganizations(['npm10', 'npm11']);
