import { describe, expect, test } from 'vitest';
import { UsageError } from '../output.ts';
import { parseStartFlags } from './options.ts';

describe('the options of start', () => {
  test('leave the environment alone when none is given', () => {
    expect(parseStartFlags([])).toEqual({ env: {}, demo: true });
  });

  test('stand for variables of the environment', () => {
    const flags = parseStartFlags([
      '--port=9000',
      '--host',
      '0.0.0.0',
      '--data-dir',
      'a b',
      '--temporal-ui-port',
      '9001',
    ]);

    expect(flags.env).toEqual({ PORT: '9000', HOST: '0.0.0.0', DATA_DIR: 'a b', TEMPORAL_UI_PORT: '9001' });
  });

  test('can leave out the demo', () => {
    expect(parseStartFlags(['--no-demo']).demo).toBe(false);
  });

  test.each([
    [['--prot', '1']],
    [['--port']],
    [['--port', 'http']],
    [['--port', '65536']],
    [['--port', '-1']],
    [['extra']],
  ])('%j is refused', (args) => {
    expect(() => parseStartFlags(args)).toThrow(UsageError);
  });
});
