/** The functions that the host lends the core. */

/** Milliseconds that never go back. */
export declare function now(): f64;
/** A line of the analysis is ready to be read: number of the line, and 1 when the whole depth is done. */
export declare function report(rank: i32, isLast: i32): void;
