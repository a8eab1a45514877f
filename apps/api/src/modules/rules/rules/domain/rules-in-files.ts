import {
  usedNames,
  printFile,
  readRules,
  ruleFile,
  type FileDeclaration,
  type RuleDeclaration,
  type RuleFile,
} from '@tamis/lang';

import { declarationName } from './library-names.js';
import { offsetAt } from './source-slice.js';

export interface NamedSource {
  readonly name: string;
  readonly source: string;
}

/** A rule from a set of files with the declarations that it needs: the text that is stored for it. */
export interface RuleInFiles {
  readonly key: string;
  readonly file: string;
  readonly source: string;
}

/** A file with its tree and the text of each declaration. */
export interface ParsedFile extends NamedSource {
  readonly file: RuleFile;
  readonly texts: ReadonlyMap<FileDeclaration, string>;
}

const toLineEnd = (source: string, offset: number): number => {
  const rest = /^[ \t]*(\/\/[^\n]*)?(?=\n|$)/.exec(source.slice(offset));
  return offset + (rest?.[0].length ?? 0);
};

/** Returns the text of each declaration, including the comments above and behind it. */
export function declarationTexts(source: string, file: RuleFile): ReadonlyMap<FileDeclaration, string> {
  const header = file.languageVersion?.range;
  let from = header ? toLineEnd(source, offsetAt(source, header.end)) : 0;
  return new Map(
    file.declarations.map((declaration) => {
      const end = toLineEnd(source, offsetAt(source, declaration.range!.end));
      const text = source.slice(from, end).trim();
      from = end;
      return [declaration, text];
    }),
  );
}

export const parseFile = ({ name, source }: NamedSource): ParsedFile =>
  withTexts({ name, source, file: readRules(source).file });

/** The file must not have syntax errors. */
export const withTexts = ({ name, source, file }: Omit<ParsedFile, 'texts'>): ParsedFile => ({
  name,
  source,
  file,
  texts: declarationTexts(source, file),
});

/** A declared name with its text. */
interface DeclaredName {
  readonly declaration: FileDeclaration;
  readonly text: string;
}

function sourceWithDependencies(
  rule: RuleDeclaration,
  written: string,
  visible: ReadonlyMap<string, DeclaredName>,
): string {
  const used = usedNames(rule, new Map([...visible].map(([name, { declaration }]) => [name, declaration])));
  const before = [...visible].flatMap(([name, { text }]) => (used.has(name) ? [text] : []));
  return `${[...(before.length > 0 ? [before.join('\n')] : []), written].join('\n\n')}\n`;
}

type Names = readonly (readonly [name: string, declared: DeclaredName])[];

const namesIn = ({ texts }: ParsedFile, isKnown: (declaration: FileDeclaration) => boolean): Names =>
  [...texts].flatMap(([declaration, text]) => {
    const name = declarationName(declaration);
    return name === null || isKnown(declaration) ? [] : [[name, { declaration, text }] as const];
  });

/**
 * Returns the rules of files without syntax errors, in their order. Own names of a file take precedence over those of other files.
 * `isKnown` selects the declarations that rules can name without including them.
 */
export function* rulesInFiles(
  files: readonly ParsedFile[],
  isKnown: (declaration: FileDeclaration) => boolean = () => false,
): Generator<RuleInFiles, void> {
  const names = new Map(files.map((file) => [file, namesIn(file, isKnown)]));
  for (const file of files) {
    const visible = new Map<string, DeclaredName>();
    for (const each of [...files.filter((other) => other !== file), file])
      for (const [name, declared] of names.get(each)!) visible.set(name, declared);
    for (const rule of file.file.rules) {
      const source = sourceWithDependencies(rule, file.texts.get(rule)!, visible);
      yield { key: rule.key.text, file: file.name, source };
    }
  }
}

/** Returns a stored text in the form that `rulesInFiles` creates: without declarations that its rule does not use. */
export function normalizeSource(source: string): string {
  const [rule] = rulesInFiles([parseFile({ name: '', source })]);
  return rule?.source ?? source;
}

export const printDeclaration = (declaration: FileDeclaration): string =>
  printFile(ruleFile(null, [declaration])).trimEnd();

/** Replaces some declarations of a source with spaces, so that all other positions stay the same. */
export function withoutDeclarations(
  { source, file }: Pick<ParsedFile, 'source' | 'file'>,
  isLeftOut: (declaration: FileDeclaration) => boolean,
): string {
  return file.declarations.filter(isLeftOut).reduce((text, { range }) => {
    const [start, end] = [offsetAt(text, range!.start), offsetAt(text, range!.end)];
    return text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + text.slice(end);
  }, source);
}
