import { typeScanner } from './file-types.ts';
import { hookScanner } from './install-hooks.ts';
import { nativeScanner } from './native-code.ts';
import { partScanner } from './parts/part-findings.ts';
import { secretScanner } from './secrets.ts';

/** All scanners of bytes alone, with their versions: a rescan repeats them. */
export const byteScanners = [hookScanner, nativeScanner, partScanner, secretScanner, typeScanner] as const;

/** Changes whenever one of them would judge the same bytes otherwise. */
export const scannersOfToday = byteScanners.join(' ');

/** Without its version. */
export const nameOfScanner = (scanner: string): string => scanner.split('/')[0] ?? scanner;
