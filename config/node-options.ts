/**
 * For every Node process that is started. By default a process opens a debugger, which runs any code, when it gets SIGUSR1: a
 * signal that any process of the same user can send. `bin/rookery` has the same option.
 */
export const nodeOptions = ['--disable-sigusr1'] as const;
