/** Milliseconds: the limits of statements, and of idle transactions. */
export const sessionLimits = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 };
