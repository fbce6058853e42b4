import { describe, expect, it } from 'vitest';
import { allows, parseScopes } from './scope.ts';

describe('scopes', () => {
  it.each([
    [['repository:acme/api:pull'], [{ type: 'repository', name: 'acme/api', actions: ['pull'] }]],
    [
      ['repository:a:pull,push repository:b:pull', 'registry:catalog:*'],
      [
        { type: 'repository', name: 'a', actions: ['pull', 'push'] },
        { type: 'repository', name: 'b', actions: ['pull'] },
        { type: 'registry', name: 'catalog', actions: ['*'] },
      ],
    ],
    [['repository(plugin):a:pull'], [{ type: 'repository', name: 'a', actions: ['pull'] }]],
    [['repository:host:5000/a:pull,pull'], [{ type: 'repository', name: 'host:5000/a', actions: ['pull'] }]],
    [['repository:a:fly,pull'], [{ type: 'repository', name: 'a', actions: ['pull'] }]],
    [['', ' ', 'repository', 'repository:a', ':a:pull'], []],
  ])('%j are %j', (parameters, expected) => {
    expect(parseScopes(parameters)).toEqual(expected);
  });

  it('are not read without end', () => {
    expect(() => parseScopes([Array.from({ length: 101 }, () => 'repository:a:pull').join(' ')])).toThrow(
      expect.objectContaining({ code: 'bad_request' }),
    );
  });

  it.each([
    [['pull'], ['pull'], true],
    [['pull'], ['pull', 'push'], false],
    [['push'], ['pull'], false],
    [['*'], ['pull', 'push'], true],
    [[], ['pull'], false],
  ] as const)('a token for %j allows %j: %s', (given, needed, expected) => {
    const list = [{ type: 'repository', name: 'a', actions: [...given] }];

    expect(allows(list, { type: 'repository', name: 'a', actions: [...needed] })).toBe(expected);
    expect(allows(list, { type: 'repository', name: 'b', actions: [...needed] })).toBe(false);
  });
});
