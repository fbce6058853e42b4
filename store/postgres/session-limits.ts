/** Milliseconds: of statements, and of transactions in which nothing happens. */
export const sessionLimits = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 };
