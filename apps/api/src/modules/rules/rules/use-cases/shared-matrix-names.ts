import { type FileDeclaration, printFile, readRules, ruleFile } from '@tamis/lang';

import type { Transaction } from '../../../../platform/database/index.js';
import {
  findEnabledSharedMatrices,
  storeSharedParameters,
  type EnabledSharedMatrix,
} from '../../../decisions/rule-sets/index.js';
import { declarationName, libraryNames, type LibraryNames } from '../domain/library-names.js';
import { validParameters } from './effective-parameters.js';

/** Names that come with rules of the parent organization. */
export interface SharedMatrixNames {
  /** With the parameter values set by the child. */
  readonly names: LibraryNames;
  /** Keys of the rules that use a name. */
  readonly uses: ReadonlyMap<string, readonly string[]>;
}

export function sharedMatrixNames({ rules, parameters }: EnabledSharedMatrix): SharedMatrixNames {
  const declarations = new Map<string, FileDeclaration>();
  const uses = new Map<string, readonly string[]>();
  for (const { content } of rules) {
    const { file } = readRules(content.source);
    const keys = file.declarations.flatMap((each) => (each.kind === 'ruleDeclaration' ? [each.key.text] : []));
    for (const each of file.declarations) {
      const name = declarationName(each);
      if (name === null) continue;
      if (!declarations.has(name)) declarations.set(name, each);
      uses.set(name, [...new Set([...(uses.get(name) ?? []), ...keys])]);
    }
  }
  return { names: libraryNames(0, printFile(ruleFile(null, [...declarations.values()])), parameters), uses };
}

/** Removes values that no longer fit the declarations of the organization's parent. */
export async function dropInvalidParameters(client: Transaction, organizationId: string): Promise<void> {
  for (const used of await findEnabledSharedMatrices(client, organizationId)) {
    if (Object.keys(used.parameters).length === 0) continue;
    const fitting = await validParameters(client, organizationId, sharedMatrixNames(used).names);
    await storeSharedParameters(client, organizationId, used.matrix.id, fitting);
  }
}
