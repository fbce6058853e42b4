/** The name of a record that proves that the claimant of a namespace holds a domain; names that begin with "_" are no hosts (RFC 8552). */
export const proofRecordName = (domain: string) => `_rookery.${domain}`;

/** Text of the record. */
export const proofRecordText = (token: string) => `rookery-namespace=${token}`;

/** How long a challenge can be answered: people ask others to change the DNS. */
export const challengeDays = 14;
