import { readdirSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';

import { globSync, isDynamicPattern } from 'tinyglobby';
import { projectPattern } from './project-settings.js';

/** A path as given on the command line, and its location. */
export interface FoundFile {
  readonly name: string;
  readonly path: string;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Why some of the arguments match nothing. */
  readonly problems: readonly string[];
}

/** Returns a sort key for the order in which a walk through sorted folders visits paths. */
const walkOrder = (path: string): string => path.replaceAll('/', '\0');

/**
 * Returns the files that match a pattern, sorted. Hidden folders and installed packages are skipped. Throws if a folder may not be read.
 */
function filesMatching(pattern: string, cwd: string): readonly string[] {
  const problems: unknown[] = [];
  const readFolder = (...args: Parameters<typeof readdirSync>): ReturnType<typeof readdirSync> => {
    try {
      return readdirSync(...args);
    } catch (error) {
      // A folder that does not exist has no files.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') problems.push(error);
      throw error;
    }
  };
  const files = globSync(pattern, {
    cwd,
    absolute: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: '**/node_modules/**',
    // By default the library skips folders that cannot be read.
    fs: { readdirSync: readFolder as typeof readdirSync },
  });
  if (problems.length > 0) throw problems[0];
  return files.map((path) => resolve(path)).sort((a, b) => (walkOrder(a) < walkOrder(b) ? -1 : 1));
}

const toFoundFile = (path: string, cwd: string): FoundFile => ({ name: relative(cwd, path) || path, path });

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT') return 'no such file or directory';
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EISDIR') return 'it is a directory, not a file';
  return error instanceof Error ? error.message : String(error);
}

function findByGlob(glob: string, cwd: string): FoundFiles {
  try {
    const paths = filesMatching(glob, cwd);
    const files = paths.map((path) => (isAbsolute(glob) ? { name: path, path } : toFoundFile(path, cwd)));
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
    const files = filesMatching('**/*.rules', path).map((each) => toFoundFile(each, cwd));
    return { files, problems: files.length === 0 ? [`${argument}: no \`.rules\` files in this folder`] : [] };
  } catch (error) {
    if (isDynamicPattern(argument)) return findByGlob(argument, cwd);
    return { files: [], problems: [`${argument}: ${reason(error)}`] };
  }
}

/** Finds the files, folders and globs of a command line, each file once. Without arguments, finds the rules of the project in `cwd`. */
export function findFiles(args: readonly string[], cwd: string): FoundFiles {
  if (args.length === 0) {
    try {
      return findByGlob(projectPattern(cwd), cwd);
    } catch (error) {
      return { files: [], problems: [reason(error)] };
    }
  }
  const found = args.map((argument) => findByArgument(argument, cwd));
  const byPath = new Map(found.flatMap(({ files }) => files).map((file) => [file.path, file] as const));
  return { files: [...byPath.values()], problems: found.flatMap(({ problems }) => problems) };
}

export { reason as failureReason };
