/**
 * Options of every Node process. By default SIGUSR1, which any process of the same user can send, opens a debugger,
 * which runs any code. `bin/rookery` has the same option.
 */
export const nodeOptions = ['--disable-sigusr1'] as const;
