import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** A file of a project, with its name relative to the project folder. */
export interface NamedFile {
  readonly name: string;
  readonly source: string;
}

/** The effects of pulling on the files of a folder. */
export interface PullPlan {
  readonly written: readonly NamedFile[];
  /** Files edited here and unchanged on the server: these edits wait for `tamis apply`. */
  readonly kept: readonly string[];
  /** Files that no longer exist on the server and were not edited here. */
  readonly removed: readonly string[];
  /** Files edited here that have also changed on the server since they were pulled. */
  readonly inConflict: readonly string[];
}

/** Stored in the repository with the rules, so that a fresh clone also knows what was pulled. */
const manifestName = 'schema/pulled.json';
/**
 * Whether people edit the file; all others belong to the server. The manifest is part of a repository, so that no other path in it is
 * trusted.
 */
const isUserEditable = (name: string): boolean => /^rules\/[a-z_][a-z0-9_]*\.rules$/.test(name);

/** The SHA-256 hash of each file by name, as it was last pulled or stored on the server. */
type PullManifest = Readonly<Record<string, string>>;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const readTextIfExists = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

/** Throws if the manifest cannot be read, because otherwise all files would count as edited, or none. */
function readManifest(folder: string): PullManifest {
  const text = readTextIfExists(join(folder, manifestName));
  return text === null ? {} : (JSON.parse(text) as { readonly files: PullManifest }).files;
}

function writeManifest(folder: string, files: PullManifest): void {
  const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
  mkdirSync(join(folder, dirname(manifestName)), { recursive: true });
  writeFileSync(join(folder, manifestName), `${JSON.stringify({ files: sorted }, null, 2)}\n`);
}

/** Plans the changes to the files of a folder, given the files of the server. `force` ignores edits. */
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

/** Applies the plan, and records the files of the server, so that the next pull detects edits. */
export function writePull(folder: string, { written, removed }: PullPlan, fetched: readonly NamedFile[]): void {
  for (const { name, source } of written) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  for (const name of removed) rmSync(join(folder, name));
  const rules = fetched.filter(({ name }) => isUserEditable(name));
  writeManifest(folder, Object.fromEntries(rules.map(({ name, source }) => [name, hash(source)])));
}

/** Returns the project into which a file was pulled; `null` if there is none. */
function projectOf(path: string): string | null {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, manifestName))) return folder;
    if (folder === dirname(folder)) return null;
  }
}

/**
 * Records that stored files are now those of the server, so that earlier edits no longer count as edits. Names are relative to `cwd`. Only
 * files that a pull would write for one of the rules with these keys are recorded: others belong to the author, and no pull may remove
 * them.
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
