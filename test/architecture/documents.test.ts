import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { dependencyRules } from '../../packages/tooling/dependency-rules.mjs';
import { readSourceFiles, repository, type SourceFile } from './source-files.js';

const README_LINES = 100;
const ROOM_LINES = 30;

const modules = 'apps/api/src/modules';
const rooms = readdirSync(join(repository, modules));
const documents = readSourceFiles().filter(({ path }) => path.endsWith('.md'));
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const linesOf = (text: string): number => text.trimEnd().split('\n').length;

/** Returns the anchors of headings as Markdown viewers generate them. */
const anchorsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );

/** Returns the links of a document to files of the repository that do not exist. */
function brokenLinks({ path, text }: SourceFile): readonly string[] {
  const links = [...text.matchAll(/\]\((?!\w+:)([^)\s]*)\)/g)].map(([, link]) => link!);
  return links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(repository, target))) return true;
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
  });
}

describe('documents', () => {
  test(`let a newcomer begin with ${README_LINES} lines`, () => {
    expect(linesOf(read('README.md'))).toBeLessThanOrEqual(README_LINES);
  });

  test('link only to existing targets', () => {
    const broken = documents.flatMap((each) => brokenLinks(each).map((link) => `${each.path}: ${link}`));
    expect(broken).toEqual([]);
  });

  test('list every decision record', () => {
    const listed = read('apps/docs/decisions.md');
    expect(
      readdirSync(join(repository, 'packages/decisions')).filter((name) => /^\d/.test(name) && !listed.includes(name)),
    ).toEqual([]);
  });

  test('refer only to existing files and functions', () => {
    const rows = [...read('apps/docs/architecture.md').matchAll(/^\| `(.+?)` +\| `(.+?)` +\|/gm)];
    const missing = rows.filter(([, file, name]) => {
      const path = /^(platform|modules)\//.test(file!) ? `apps/api/src/${file}` : file!;
      return !existsSync(join(repository, path)) || !new RegExp(`\\b${name}\\b`).test(read(path));
    });
    expect(rows.length).toBeGreaterThan(40);
    expect(missing.map(([, file, name]) => `${file}: ${name}`)).toEqual([]);
  });
});

describe('apps/docs pages', () => {
  const plainPath = /`((?:apps|packages|grammar|bench|test|rules-fixtures|platform|modules)\/[\w./-]+)`/g;

  test('name only existing files and folders', () => {
    const pages = documents.filter(({ path }) => path.startsWith('apps/docs/'));
    const missing = pages.flatMap(({ path, text }) =>
      [...text.matchAll(plainPath)]
        .map(([, named]) => (/^(platform|modules)\//.test(named!) ? `apps/api/src/${named}` : named!))
        .filter((named) => !existsSync(join(repository, named)))
        .map((named) => `${path}: ${named}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('README of an API module', () => {
  const pageOf = (room: string): string => read(`${modules}/${room}/README.md`);

  test.each(rooms)(`has at most ${ROOM_LINES} lines: %s`, (room) => {
    expect(linesOf(pageOf(room))).toBeLessThanOrEqual(ROOM_LINES);
  });

  test.each(rooms)('has a line for exactly its subfolders: %s', (room) => {
    const nouns = readdirSync(join(repository, modules, room), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const listed = [...pageOf(room).matchAll(/^\| `(.+?)` +\|/gm)].map(([, noun]) => noun!);
    expect(listed.sort()).toEqual(nouns.sort());
  });

  test.each(rooms)('names the modules it may import: %s', (room) => {
    const rule = dependencyRules.forbidden.find(({ name }) => name === `room-${room}`);
    const [, allowed = ''] =
      /\((.+)\)/.exec(String((rule?.to as { readonly pathNot?: string } | undefined)?.pathNot)) ?? [];
    const [, paragraph = ''] = /\*\*May import\*\*: ([^]+?)\n\n/.exec(pageOf(room)) ?? [];
    const missing = allowed.split('|').filter((other) => other !== room && !paragraph.includes(`\`${other}\``));
    expect([allowed.includes(room), missing]).toEqual([true, []]);
  });
});
