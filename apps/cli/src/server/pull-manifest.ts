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

/** SHA-256 hashes by name. */
type Hashes = Readonly<Record<string, string>>;

/** What a project knows of the server. */
interface PullManifest {
  /** Each file as it was last pulled or stored on the server. */
  readonly files: Hashes;
  /** Per organization, each text as it was last pulled or stored, whatever file contains it, by `textName`. */
  readonly texts: Readonly<Record<string, Hashes>>;
}

/** `rule structuring`, `matrix kyt_core`, `name limit` */
export const textName = ({ kind = 'rule', key }: { readonly kind?: string; readonly key: string }): string =>
  `${kind} ${key}`;

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const readTextIfExists = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null);

/** Throws if the manifest cannot be read, because otherwise all files would count as edited, or none. */
function readManifest(folder: string): PullManifest {
  const text = readTextIfExists(join(folder, manifestName));
  const { files = {}, texts = {} } = text === null ? {} : (JSON.parse(text) as Partial<PullManifest>);
  return { files, texts };
}

const sorted = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

function writeManifest(folder: string, { files, texts }: PullManifest): void {
  const ofOrganizations = Object.entries(texts).map(([id, of]) => [id, sorted(of)] as const);
  const manifest = { files: sorted(files), texts: sorted(Object.fromEntries(ofOrganizations)) };
  mkdirSync(join(folder, dirname(manifestName)), { recursive: true });
  writeFileSync(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Plans the changes to the files of a folder, given the files of the server. `force` ignores edits. */
export function planPull(folder: string, fetched: readonly NamedFile[], force: boolean): PullPlan {
  const { files: pulled } = readManifest(folder);
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

/** The file beside an edited one that contains the text of the server. */
export const serverCopy = (name: string): string => `${name}.server`;

/** Everything on a server that pulled files contain. */
export interface PulledTexts {
  readonly organizationId: string;
  readonly texts: Hashes;
}

/**
 * Applies the plan, and records what the server has, so that the next pull detects edits. Files in conflict stay, and the text of the server
 * is written beside them.
 */
export function writePull(
  folder: string,
  { written, removed, inConflict }: PullPlan,
  fetched: readonly NamedFile[],
  { organizationId, texts }: PulledTexts,
): void {
  const beside = fetched.filter(({ name }) => inConflict.includes(name));
  for (const { name, source } of [...written, ...beside.map((file) => ({ ...file, name: serverCopy(file.name) }))]) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), source);
  }
  for (const name of removed) rmSync(join(folder, name));
  const rules = fetched.filter(({ name }) => isUserEditable(name));
  const files = Object.fromEntries(rules.map(({ name, source }) => [name, hash(source)]));
  writeManifest(folder, { files, texts: { ...readManifest(folder).texts, [organizationId]: texts } });
}

/** Returns the project that contains a file, or the current folder. */
function projectOf(cwd: string, name: string): string {
  for (let folder = dirname(resolve(cwd, name)); ; folder = dirname(folder)) {
    if ([manifestName, 'tamis.config.json'].some((each) => existsSync(join(folder, each)))) return folder;
    if (folder === dirname(folder)) return cwd;
  }
}

/** Returns the texts of an organization as the projects of files last pulled or stored them, by `textName`. */
export function knownTexts(cwd: string, files: readonly NamedFile[], organizationId: string): Hashes {
  const projects = new Set(files.map(({ name }) => projectOf(cwd, name)));
  return Object.assign({}, ...[...projects].map((each) => readManifest(each).texts[organizationId])) as Hashes;
}

/** What a server stores after files were applied. */
export interface StoredTexts {
  readonly organizationId: string;
  readonly stored: readonly { readonly kind?: string; readonly key: string; readonly hash: string | null }[];
}

/**
 * Records that stored files are now those of the server, so that earlier edits no longer count as edits. Names are relative to `cwd`. Only
 * files that a pull would write for one of the rules with these keys are recorded: others belong to the author, and no pull may remove
 * them.
 */
export function recordApplied(cwd: string, files: readonly NamedFile[], { organizationId, stored }: StoredTexts): void {
  const own = new Set(stored.flatMap(({ kind, key }) => (kind === undefined ? [`rules/${key}.rules`] : [])));
  const projects = new Map<string, Record<string, string>>();
  for (const { name, source } of files) {
    const project = projectOf(cwd, name);
    const known = projects.get(project) ?? { ...readManifest(project).files };
    const inProject = relative(project, resolve(cwd, name)).split(sep).join('/');
    if (inProject in known || own.has(inProject)) known[inProject] = hash(source);
    projects.set(project, known);
  }
  for (const [project, known] of projects) {
    const { texts } = readManifest(project);
    const all = { ...texts[organizationId], ...Object.fromEntries(stored.map((each) => [textName(each), each.hash])) };
    const current = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
    writeManifest(project, { files: known, texts: { ...texts, [organizationId]: Object.fromEntries(current) } });
  }
}
