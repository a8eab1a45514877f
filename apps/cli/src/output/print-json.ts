import type { Diagnostic } from '@tamis/lang';
import type { CliIo } from '../cli-io.js';

/** Prints one JSON document. */
export const printJson = (value: unknown, io: CliIo): void => io.out(`${JSON.stringify(value, null, 2)}\n`);

/** Returns a diagnostic with its file, in the diagnostic itself and in its related positions. */
export const inFile = (diagnostic: Diagnostic, file: string): object => ({
  ...diagnostic,
  file,
  ...(diagnostic.related ? { related: diagnostic.related.map((each) => ({ file, ...each })) } : {}),
});
