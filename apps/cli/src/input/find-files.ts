import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { globBase, globPattern, isGlob } from './glob-pattern.js';

/** A path as named on the command line, and where it is. */
export interface FoundFile {
  readonly name: string;
  readonly path: string;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Why some of the arguments lead nowhere. */
  readonly problems: readonly string[];
}

const ruleFilePattern = /\.rules$/;
const maxFiles = 10_000;

/** Files below a folder, sorted; hidden folders and installed packages are not looked into. */
function listFilesBelow(folder: string, found: string[] = []): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (found.length >= maxFiles) break;
    if (entry.isDirectory()) {
      if (!entry.name.startsWith('.') && entry.name !== 'node_modules') listFilesBelow(join(folder, entry.name), found);
    } else found.push(join(folder, entry.name));
  }
  return found;
}

const toFoundFile = (path: string, cwd: string): FoundFile => ({ name: relative(cwd, path) || path, path });

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'there is no such file or folder';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  if (code === 'EISDIR') return 'it is a folder, not a file';
  return error instanceof Error ? error.message : String(error);
}

function findByGlob(glob: string, cwd: string): FoundFiles {
  const pattern = globPattern(glob.replace(/^\.\//, ''));
  const base = resolve(cwd, globBase(glob));
  const isAbsolute = glob.startsWith('/');
  try {
    const files = listFilesBelow(base)
      .map((path) => (isAbsolute ? { name: path, path } : toFoundFile(path, cwd)))
      .filter(({ name }) => pattern.test(name));
    return { files, problems: files.length === 0 ? [`${glob}: no file matches`] : [] };
  } catch (error) {
    return { files: [], problems: [`${glob}: ${reason(error)}`] };
  }
}

function findByArgument(argument: string, cwd: string): FoundFiles {
  const path = resolve(cwd, argument);
  try {
    const stats = statSync(path);
    if (!stats.isDirectory()) return { files: [{ name: argument, path }], problems: [] };
    const files = listFilesBelow(path)
      .filter((each) => ruleFilePattern.test(each))
      .map((each) => toFoundFile(each, cwd));
    return { files, problems: files.length === 0 ? [`${argument}: no \`.rules\` file in this folder`] : [] };
  } catch (error) {
    if (isGlob(argument)) return findByGlob(argument, cwd);
    return { files: [], problems: [`${argument}: ${reason(error)}`] };
  }
}

/** The pattern of the project's rules: `rules` of `tamis.config.json`, else every rule file below the folder. */
function projectPattern(cwd: string): { pattern: string; problem?: string } {
  try {
    const config = JSON.parse(readFileSync(join(cwd, 'tamis.config.json'), 'utf8')) as { rules?: unknown };
    return { pattern: typeof config.rules === 'string' ? config.rules : '**/*.rules' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { pattern: '**/*.rules' };
    return { pattern: '**/*.rules', problem: `tamis.config.json: ${reason(error)}` };
  }
}

/** Files, folders and globs of a command line; none: the rules of the project in `cwd`. Each file once. */
export function findFiles(args: readonly string[], cwd: string): FoundFiles {
  if (args.length === 0) {
    const { pattern, problem } = projectPattern(cwd);
    if (problem !== undefined) return { files: [], problems: [problem] };
    return findByGlob(pattern, cwd);
  }
  const found = args.map((argument) => findByArgument(argument, cwd));
  const byPath = new Map(found.flatMap(({ files }) => files).map((file) => [file.path, file] as const));
  return { files: [...byPath.values()], problems: found.flatMap(({ problems }) => problems) };
}

export { reason as failureReason };
