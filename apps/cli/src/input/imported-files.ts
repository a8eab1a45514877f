import { type Diagnostic, limits, readRules, type RuleFile, type SourceFile } from '@tamis/lang';
import { dirname, posix, resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { readInputs, type InputFile } from './read-inputs.js';

const toPosix = (path: string): string => path.replaceAll('\\', '/');

export interface ImportedFile extends SourceFile {
  /** Syntax errors only. Declarations near one may be lost. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the files that an input imports, directly or indirectly, with names relative to that of the input. A file that cannot be read is
 * left out, because the checker reports it at the import.
 */
export async function importedFiles(input: InputFile, file: RuleFile, io: CliIo): Promise<readonly ImportedFile[]> {
  const found = new Map<string, ImportedFile>();
  const folder = input.path === null ? io.cwd : dirname(input.path);
  const open = [{ folder: posix.dirname(toPosix(input.name)), file }];
  const top = posix.dirname(toPosix(input.name));
  for (let next = open.shift(); next && found.size < limits.importedFiles; next = open.shift()) {
    for (const { file: reference } of next.file.imports) {
      const name = posix.join(next.folder, toPosix(reference.value));
      if (found.has(name) || name === toPosix(input.name)) continue;
      const path = resolve(folder, posix.relative(top, name));
      const { files } = await readInputs([path], io);
      const [read] = files;
      if (!read || files.length !== 1) continue;
      const parsed = readRules(read.text);
      const { diagnostics } = parsed;
      found.set(name, { name, file: parsed.file, source: read.text, shared: true, diagnostics });
      open.push({ folder: posix.dirname(name), file: parsed.file });
    }
  }
  return [...found.values()];
}

/**
 * Returns the first error of each imported file, reported at the import of this file. For indirect imports, it is reported at the first
 * import.
 */
export function importErrors(
  input: InputFile,
  { imports }: RuleFile,
  imported: readonly Pick<ImportedFile, 'name' | 'diagnostics'>[],
): readonly Diagnostic[] {
  const top = posix.dirname(toPosix(input.name));
  return imported.flatMap(({ name, diagnostics }) => {
    const error = diagnostics.find(({ severity }) => severity === 'error');
    if (!error) return [];
    const { code, severity, title, docs, range } = error;
    const own = imports.find(({ file }) => posix.join(top, toPosix(file.value)) === name) ?? imports[0];
    const message = `${error.message}, in the imported \`${name}\``;
    return [
      {
        ...{ code, severity, title, docs, message },
        ...(own?.file.range && { range: own.file.range }),
        ...(range && { related: [{ range, file: name, message: 'here' }] }),
      },
    ];
  });
}
