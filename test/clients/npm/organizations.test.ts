import { testOrganizations } from './organizations.ts';

/** The newest, and the oldest that people still use; the others are asked in the long run. */
await testOrganizations(['npm9', 'npm12']);
