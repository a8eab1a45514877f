import {
  encodeNames,
  printFile,
  readRules,
  ruleFile,
  withParameterValue,
  type Expression,
  type FileDeclaration,
  type RuleDeclaration,
  type RuleFile,
} from '@tamis/lang';

import { type ParameterSettings, settingValues } from '../../../decisions/rule-sets/index.js';

/** Declarations that every rule of an organization may use: `list`, `const`, `param`, `define`. */
export interface LibraryNames {
  /** 0 if none were ever written. */
  readonly version: number;
  readonly source: string;
  readonly file: RuleFile;
  readonly parameters: ParameterSettings;
}

export const libraryNames = (
  version: number,
  source: string,
  parameters: LibraryNames['parameters'],
): LibraryNames => ({
  version,
  source,
  file: readRules(source).file,
  parameters,
});

export const emptyLibraryNames: LibraryNames = libraryNames(0, '', {});

/** Returns parameter values in the form the checker expects. */
export const parameterValues = ({ parameters }: LibraryNames): Readonly<Record<string, Expression>> =>
  settingValues(parameters);

export function resolvedDeclarations(shared: LibraryNames): readonly FileDeclaration[] {
  const values = parameterValues(shared);
  return shared.file.declarations.map((each) => withParameterValue(each, values));
}

const namedKinds: ReadonlySet<string> = new Set([
  'listDeclaration',
  'constDeclaration',
  'paramDeclaration',
  'defineDeclaration',
]);

/** Returns the name of a declaration that rules can use, or `null` for any other declaration. */
export const declarationName = (declaration: FileDeclaration): string | null =>
  namedKinds.has(declaration.kind) && 'name' in declaration ? declaration.name.text : null;

/**
 * Returns the shared declarations that a rule uses, directly or through others, as text with the current parameter values; empty if it uses
 * none. With this text appended, a rule can be read without the library.
 */
export function usedDeclarations(rule: RuleDeclaration, file: RuleFile, shared: LibraryNames): string {
  const used = new Set(
    encodeNames(rule, file, shared.file).flatMap(({ name, from }) => (from === 'library' ? [name] : [])),
  );
  if (used.size === 0) return '';
  return printFile(
    ruleFile(
      null,
      resolvedDeclarations(shared).filter((each) => used.has(declarationName(each) ?? '')),
    ),
  );
}

/** Returns a rule's text followed by the shared declarations it uses, so that positions in the text stay the same. */
export const sourceWithDeclarations = (source: string, used: string): string =>
  used === '' ? source : `${source}${source.endsWith('\n') ? '' : '\n'}\n${used}`;
