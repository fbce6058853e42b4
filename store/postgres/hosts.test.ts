import { describe, expect, test } from 'vitest';
import { createHostChoice, hostsOf } from './hosts.ts';

describe('an address', () => {
  test.each([
    ['postgres://u:p@h/d', ['postgres://u:p@h/d'], false],
    ['postgres://u:p@h:1/d?sslmode=require', ['postgres://u:p@h:1/d?sslmode=require'], false],
    ['postgresql://u:p@ss@a:1,b/d', ['postgresql://u:p@ss@a:1/d', 'postgresql://u:p@ss@b/d'], true],
    ['postgres://[::1]:1,[::2]:2', ['postgres://[::1]:1', 'postgres://[::2]:2'], true],
    ['postgres://a,b/d?target_session_attrs=any', ['postgres://a/d', 'postgres://b/d'], false],
    ['postgres://a/d?target_session_attrs=primary', ['postgres://a/d'], true],
    [
      'postgres://a,b/d?sslmode=require&target_session_attrs=read-write',
      ['postgres://a/d?sslmode=require', 'postgres://b/d?sslmode=require'],
      true,
    ],
  ])('%s names hosts', (address, urls, mustWrite) => {
    expect(hostsOf(address)).toEqual({ urls, mustWrite });
  });

  test.each(['standby', 'prefer-standby', 'read-only', ''])('asks for no %j', (target) => {
    expect(hostsOf(`postgres://a,b/d?target_session_attrs=${target}`)).toBeNull();
  });
});

describe('of several hosts', () => {
  test('the one that was good comes first, and the next ones when it is not', async () => {
    const away = new Set(['postgres://a']);
    const asked: string[] = [];
    const onOneHost = createHostChoice('postgres://a,b,c');
    const connect = () =>
      onOneHost(async (url) => {
        asked.push(url.slice(-1));
        if (away.has(url)) throw new Error(`${url} is away`);
        return url;
      });

    expect(await connect()).toBe('postgres://b');
    expect(await connect()).toBe('postgres://b');
    away.add('postgres://b').delete('postgres://a');
    expect(await connect()).toBe('postgres://c');
    expect(asked.join('')).toBe('abbbc');
  });

  test('the last one says why there is none', async () => {
    const onOneHost = createHostChoice('postgres://a,b');

    await expect(onOneHost((url) => Promise.reject(new Error(url)))).rejects.toThrow('postgres://b');
  });
});
