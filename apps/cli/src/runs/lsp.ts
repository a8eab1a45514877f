import { libraryCatalogue } from '@tamis/library';
import { pathToFileURL } from 'node:url';
import { allLints } from '../check-input.js';
import type { CliIo } from '../cli-io.js';
import { serveLsp } from '../lsp/serve-lsp.js';
import { readInputs } from '../input/read-inputs.js';

/** Ends only when the editor says so: the session ends the process. */
export async function lsp(io: CliIo): Promise<never> {
  const { files } = await readInputs([], io);
  const stored = files.flatMap(({ path, text }) => (path === null ? [] : [{ uri: pathToFileURL(path).href, text }]));
  const session = { input: process.stdin, output: process.stdout, files: stored };
  return serveLsp({ catalogue: libraryCatalogue, lints: allLints(io) }, session);
}
