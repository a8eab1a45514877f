import { openSync, closeSync, fstatSync, readFileSync, writeFileSync } from 'node:fs';
import type { CliIo } from '../cli-io.js';
import { failureReason, findFiles } from './find-files.js';

/** A source: its name for output, and its text. */
export interface InputFile {
  readonly name: string;
  /** `null` for standard input. */
  readonly path: string | null;
  readonly text: string;
}

export interface Inputs {
  readonly files: readonly InputFile[];
  /** Why some inputs could not be read. */
  readonly problems: readonly string[];
}

/** The same limit as for rules that are sent to a server. Larger files are not written by people. */
const maxFileBytes = 1024 * 1024;

const tooLarge = (name: string): string => `${name}: larger than 1 MiB, the maximum size of a rule file`;

/** Returns the text, or why the bytes are not text. */
function decode(name: string, bytes: Buffer): { text: string } | { problem: string } {
  if (bytes.length > maxFileBytes) return { problem: tooLarge(name) };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: `${name}: not UTF-8 text` };
  }
}

function readBytes(name: string, path: string): Buffer | string {
  const file = openSync(path, 'r');
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) return `${name}: is a folder`;
    return stats.size > maxFileBytes ? tooLarge(name) : readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function readFile(name: string, path: string): InputFile | string {
  try {
    const bytes = readBytes(name, path);
    if (typeof bytes === 'string') return bytes;
    const decoded = decode(name, bytes);
    return 'problem' in decoded ? decoded.problem : { name, path, text: decoded.text };
  } catch (error) {
    return `${name}: ${failureReason(error)}`;
  }
}

async function readStdin(io: CliIo): Promise<InputFile | string> {
  const name = '<stdin>';
  const decoded = decode(name, await io.readStdin(maxFileBytes));
  return 'problem' in decoded ? decoded.problem : { name, path: null, text: decoded.text };
}

/** Reads files, folders and globs. `-` is standard input. Without arguments, reads the project's rules. */
export async function readInputs(args: readonly string[], io: CliIo): Promise<Inputs> {
  const names = args.filter((argument) => argument !== '-');
  const found = args.length > 0 && names.length === 0 ? { files: [], problems: [] } : findFiles(names, io.cwd);
  const read: (InputFile | string)[] = args.includes('-') ? [await readStdin(io)] : [];
  for (const { name, path } of found.files) read.push(readFile(name, path));
  return {
    files: read.filter((each): each is InputFile => typeof each !== 'string'),
    problems: [...found.problems, ...read.filter((each) => typeof each === 'string')],
  };
}

/** Replaces the text of a file; standard input has none. Returns why it could not be written, or `null`. */
export function writeInput({ name, path }: InputFile, text: string): string | null {
  if (path === null) return null;
  try {
    writeFileSync(path, text);
    return null;
  } catch (error) {
    return `${name}: not written: ${failureReason(error)}`;
  }
}

/** Prints which inputs could not be read. */
export function printProblems({ problems }: Inputs, io: CliIo): void {
  for (const problem of problems) io.err(`tamis: ${problem}\n`);
}
