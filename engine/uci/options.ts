import { limits } from '../request.ts';

export interface Settings {
  hashMb: number;
  threads: number;
  multiPv: number;
  moveOverheadMs: number;
  ownBook: boolean;
  bookFile: string;
  syzygyPath: string;
  isLimited: boolean;
  elo: number;
}

export const weakest = 1000;
export const strongest = 2800;

export function defaultSettings(): Settings {
  return {
    hashMb: 64,
    threads: 1,
    multiPv: 1,
    moveOverheadMs: 20,
    ownBook: false,
    bookFile: '',
    syzygyPath: '',
    isLimited: false,
    elo: strongest,
  };
}

/** Lines that declare the options after `uci`. */
export function optionLines(): string[] {
  const base = defaultSettings();
  return [
    `option name Hash type spin default ${base.hashMb} min 1 max ${limits.hashMb}`,
    `option name Threads type spin default 1 min 1 max ${limits.threads}`,
    `option name MultiPV type spin default 1 min 1 max ${limits.multipv}`,
    `option name Move Overhead type spin default ${base.moveOverheadMs} min 0 max 5000`,
    'option name Ponder type check default false',
    'option name OwnBook type check default false',
    'option name BookFile type string default <empty>',
    'option name SyzygyPath type string default <empty>',
    'option name UCI_LimitStrength type check default false',
    `option name UCI_Elo type spin default ${strongest} min ${weakest} max ${strongest}`,
    'option name Clear Hash type button',
  ];
}

/** The settings with one option changed; a text with the reason if the value is invalid. */
export function changeOption(settings: Settings, name: string, value: string): Settings | string {
  const number = (minimum: number, maximum: number, apply: (value: number) => Partial<Settings>) => {
    const parsed = Number(value);
    if (value === '' || !Number.isInteger(parsed) || parsed < minimum || parsed > maximum)
      return `${name} takes a whole number from ${minimum} to ${maximum}`;
    return { ...settings, ...apply(parsed) };
  };
  const flag = (apply: (value: boolean) => Partial<Settings>) =>
    value === 'true' || value === 'false'
      ? { ...settings, ...apply(value === 'true') }
      : `${name} takes true or false`;
  const text = value === '<empty>' ? '' : value;
  switch (name.toLowerCase()) {
    case 'hash':
      return number(1, limits.hashMb, (hashMb) => ({ hashMb }));
    case 'threads':
      return number(1, limits.threads, (threads) => ({ threads }));
    case 'multipv':
      return number(1, limits.multipv, (multiPv) => ({ multiPv }));
    case 'move overhead':
      return number(0, 5000, (moveOverheadMs) => ({ moveOverheadMs }));
    case 'uci_elo':
      return number(weakest, strongest, (elo) => ({ elo }));
    case 'ponder':
      return flag(() => ({}));
    case 'ownbook':
      return flag((ownBook) => ({ ownBook }));
    case 'uci_limitstrength':
      return flag((isLimited) => ({ isLimited }));
    case 'bookfile':
      return { ...settings, bookFile: text };
    case 'syzygypath':
      return { ...settings, syzygyPath: text };
    default:
      return `there is no option ${name.slice(0, 40)}`;
  }
}
