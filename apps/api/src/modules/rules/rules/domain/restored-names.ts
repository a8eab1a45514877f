import {
  paramDeclaration,
  printExpression,
  printFile,
  ruleFile,
  withParameterValue,
  type FileDeclaration,
} from '@tamis/lang';

import type { ParameterSetting } from '../../../decisions/rule-sets/index.js';
import { declarationName, libraryNames, parameterValues, type LibraryNames } from './library-names.js';
import { replaceRange } from './source-slice.js';

const printDeclaration = (declaration: FileDeclaration): string => printFile(ruleFile(null, [declaration])).trimEnd();

/** State of a library while names are restored, one after another. */
interface LibraryState {
  readonly source: string;
  readonly parameters: Readonly<Record<string, ParameterSetting>>;
}

const withoutSetting = (parameters: LibraryState['parameters'], name: string): LibraryState['parameters'] =>
  Object.fromEntries(Object.entries(parameters).filter(([each]) => each !== name));

function withDeclaration(
  names: LibraryState,
  declaration: FileDeclaration,
  setting: Omit<ParameterSetting, 'text'>,
): LibraryState {
  const name = declarationName(declaration);
  if (name === null) return names;
  const { source, parameters } = names;
  const shared = libraryNames(0, source, parameters);
  const current = shared.file.declarations.find((each) => declarationName(each) === name);
  if (
    current &&
    printDeclaration(withParameterValue(current, parameterValues(shared))) === printDeclaration(declaration)
  )
    return names;
  if (current?.kind === 'paramDeclaration' && declaration.kind === 'paramDeclaration') {
    const { kind: _kind, range: _range, ...parts } = current;
    if (printDeclaration(paramDeclaration({ ...parts, value: declaration.value })) === printDeclaration(declaration)) {
      const text = printExpression(declaration.value);
      const others = withoutSetting(parameters, name);
      const isDefault = text === printExpression(current.value);
      return { source, parameters: isDefault ? others : { ...others, [name]: { ...setting, text } } };
    }
  }
  return {
    source: current?.range
      ? replaceRange(source, current.range, printDeclaration(declaration))
      : `${source}${source === '' || source.endsWith('\n') ? '' : '\n'}${printDeclaration(declaration)}\n`,
    parameters: withoutSetting(parameters, name),
  };
}

/**
 * Returns the shared names with these declarations restored, each with its former value; other names stay. A parameter with an unchanged
 * declaration only has its value set; everything else is declared again. Returns the same object if all of them are already in force.
 */
export function restoreNames(
  shared: LibraryNames,
  declarations: readonly FileDeclaration[],
  setting: Omit<ParameterSetting, 'text'>,
): LibraryNames {
  const after = declarations.reduce<LibraryState>((names, each) => withDeclaration(names, each, setting), shared);
  if (after.source === shared.source && after.parameters === shared.parameters) return shared;
  return libraryNames(shared.version + 1, after.source, after.parameters);
}
