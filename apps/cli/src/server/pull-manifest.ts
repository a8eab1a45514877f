import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** A file of a project, its name relative to the folder of the project. */
export interface NamedFile {
  readonly name: string;
  readonly source: string;
}

/** What pulling into a folder means for the files in it. */
export interface PullPlan {
  readonly written: readonly NamedFile[];
  /** Edited here, and on the server as they were: these edits wait for `tamis apply`. */
  readonly kept: readonly string[];
  /** The server has them no more, and nobody edited them here. */
  readonly removed: readonly string[];
  /** Edited here, and another on the server than when they were pulled. */
  readonly inConflict: readonly string[];
}

/** Kept in the repository beside the rules, so that a fresh clone knows what was pulled too. */
const manifestName = 'schema/pulled.json';
/** What people edit. The rest is the server's alone. The record stands in a repository, so no other path in it is believed. */
const isUserEditable = (name: string): boolean => /^rules\/[a-z_][a-z0-9_]*\.rules$/.test(name);

/** SHA-256 by name of the file, as it was pulled or stored on the server last. */
type PullManifest = Readonly<Record<string, string>>;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const readTextIfExists = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

/** Throws where the record cannot be read, rather than to take every file for edited or for not. */
function readManifest(folder: string): PullManifest {
  const text = readTextIfExists(join(folder, manifestName));
  return text === null ? {} : (JSON.parse(text) as { readonly files: PullManifest }).files;
}

function writeManifest(folder: string, files: PullManifest): void {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  mkdirSync(join(folder, dirname(manifestName)), { recursive: true });
  writeFileSync(join(folder, manifestName), `${JSON.stringify({ files: sorted }, null, 2)}\n`);
}

/** What is to be done with the files of a folder, where the server has these. `force`: edits do not count. */
export function planPull(folder: string, fetched: readonly NamedFile[], force: boolean): PullPlan {
  const pulled = readManifest(folder);
  const written: NamedFile[] = [];
  const kept: string[] = [];
  const inConflict: string[] = [];
  for (const file of fetched) {
    const { name, source } = file;
    const here = readTextIfExists(join(folder, name));
    const isOwn = here === null || here === source || hash(here) === pulled[name];
    if (force || isOwn || !isUserEditable(name)) written.push(file);
    else if (pulled[name] === hash(source)) kept.push(name);
    else inConflict.push(name);
  }
  const names = new Set(fetched.map(({ name }) => name));
  const gone = Object.keys(pulled).filter((name) => isUserEditable(name) && !names.has(name));
  const removed = gone.filter((name) => {
    const here = readTextIfExists(join(folder, name));
    return here !== null && (force || hash(here) === pulled[name]);
  });
  return { written, kept, removed, inConflict };
}

/** Does it, and keeps what the server has, against which the next pull knows edits. */
export function writePull(folder: string, { written, removed }: PullPlan, fetched: readonly NamedFile[]): void {
  for (const { name, source } of written) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  for (const name of removed) rmSync(join(folder, name));
  const rules = fetched.filter(({ name }) => isUserEditable(name));
  writeManifest(folder, Object.fromEntries(rules.map(({ name, source }) => [name, hash(source)])));
}

/** The project that a file was pulled into; null: none was. */
function projectOf(path: string): string | null {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, manifestName))) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/**
 * After files were stored on a server they are what it has: edits before that are no edits any more. Names are relative to `cwd`.
 * Noted are files as a pull writes them, of one of the rules with these keys: others are the author's own, which no pull may remove.
 */
export function recordApplied(cwd: string, files: readonly NamedFile[], keys: readonly string[]): void {
  const own = new Set(keys.map((key) => `rules/${key}.rules`));
  const projects = new Map<string, Record<string, string>>();
  for (const { name, source } of files) {
    const path = resolve(cwd, name);
    const project = projectOf(path);
    if (project === null) continue;
    const known = projects.get(project) ?? { ...readManifest(project) };
    const inProject = relative(project, path).split(sep).join('/');
    if (inProject in known || own.has(inProject)) known[inProject] = hash(source);
    projects.set(project, known);
  }
  for (const [project, known] of projects) writeManifest(project, known);
}
