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

/** The declarations every rule of an organization may name: `list`, `const`, `param`, `define`. */
export interface LibraryNames {
  /** 0: none were ever written. */
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

/** Values of parameters as the checker takes them. */
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

/** The name of a declaration that rules can use; null for every other. */
export const declarationName = (declaration: FileDeclaration): string | null =>
  namedKinds.has(declaration.kind) && 'name' in declaration ? declaration.name.text : null;

/**
 * The shared declarations a rule uses, directly or through others, as text with the parameter values in force; empty when it uses
 * none. A rule with this text behind its own can be read without the library.
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

/** A rule's text with the shared declarations it uses behind it, so that places in it stay what they are. */
export const sourceWithDeclarations = (source: string, used: string): string =>
  used === '' ? source : `${source}${source.endsWith('\n') ? '' : '\n'}\n${used}`;
