import type { Diagnostic } from '@tamis/lang';
import type { CliIo } from '../cli-io.js';

/** One JSON document. */
export const printJson = (value: unknown, io: CliIo): void => io.out(`${JSON.stringify(value, null, 2)}\n`);

/** A diagnostic with the file it is about, in it and in its related places. */
export const inFile = (diagnostic: Diagnostic, file: string): object => ({
  ...diagnostic,
  file,
  ...(diagnostic.related ? { related: diagnostic.related.map((each) => ({ file, ...each })) } : {}),
});
