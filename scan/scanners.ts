import { typeScanner } from './file-types.ts';
import { hookScanner } from './install-hooks.ts';
import { nativeScanner } from './native-code.ts';
import { partScanner } from './parts/part-findings.ts';
import { secretScanner } from './secrets.ts';

/** All scanners that use only the bytes, with their versions: a rescan repeats them. */
export const byteScanners = [hookScanner, nativeScanner, partScanner, secretScanner, typeScanner] as const;

/** Changes if one of the scanners may judge the same bytes differently. */
export const scannersOfToday = byteScanners.join(' ');

/** The name of a scanner without its version. */
export const nameOfScanner = (scanner: string): string => scanner.split('/')[0] ?? scanner;
