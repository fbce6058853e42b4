/** The name of a record that proves control of a domain; names with a leading "_" are not hosts (RFC 8552). */
export const proofRecordName = (domain: string) => `_rookery.${domain}`;

/** The text of the record. */
export const proofRecordText = (token: string) => `rookery-namespace=${token}`;

/** How long a challenge is valid: claimants often ask others to change the DNS. */
export const challengeDays = 14;
