import type { RuleContent } from '@tamis/engine';
import {
  type Expression,
  type FileDeclaration,
  type ListBinding,
  printFile,
  type RuleFile,
  ruleFile,
  withParameterValue,
} from '@tamis/lang';

import { withListIds } from './list-ids.js';
import { type ParameterSettings, settingValues } from './parameter-settings.js';
import type { RiskMatrix } from './risk-matrix.js';

/** A rule of a shared matrix, as it is in the parent's rule set. */
export interface SharedRule {
  readonly content: RuleContent;
  /** Ids of all its matrices by key, whether or not they are shared. */
  readonly matrices: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, ListBinding>>;
}

/** Everything that a child reads of a matrix of its parent. Plain JSON. */
export interface SharedMatrix {
  readonly matrix: Omit<RiskMatrix, 'createdAt' | 'updatedAt'> & {
    readonly createdAt: string;
    readonly updatedAt: string;
  };
  readonly rules: readonly SharedRule[];
}

/** A matrix of the parent that a child has enabled, with the values that the child has set for parameters of its rules. */
export interface EnabledSharedMatrix extends SharedMatrix {
  readonly parameters: ParameterSettings;
}

/** Converts a shared matrix to a matrix record. */
export const fromSharedMatrix = (matrix: SharedMatrix['matrix']): RiskMatrix => ({
  ...matrix,
  createdAt: new Date(matrix.createdAt),
  updatedAt: new Date(matrix.updatedAt),
});

/** Everything that a child reads of a list of its parent: what rules require to query it. Plain JSON. */
export interface SharedList {
  readonly type: string;
}

/**
 * Returns the text in the form in which it is shared, without comments and tests. `matrices` restricts the matrices that rules name; if
 * absent, they stay. `values` replace the values of parameters.
 */
export function sharedSource(
  file: RuleFile,
  matrices?: ReadonlySet<string>,
  values: Readonly<Record<string, Expression>> = {},
): string {
  const declarations = file.declarations.flatMap((each): FileDeclaration[] => {
    if (each.kind === 'testDeclaration') return [];
    if (each.kind !== 'ruleDeclaration') return [withParameterValue(each, values)];
    const named = each.matrices.filter(({ text }) => matrices?.has(text) ?? true);
    return [{ ...each, matrices: named, tests: [] }];
  });
  return printFile(ruleFile(file.languageVersion, declarations));
}

/** What shared matrices add to a rule set. */
export interface SharedContent {
  readonly matrices: readonly RiskMatrix[];
  readonly rules: readonly RuleContent[];
  readonly lists: readonly Readonly<Record<string, ListBinding>>[];
}

/** A rule with the parameter values of all its matrices. If several matrices set a value, that of the matrix shared last is used. */
interface RuleWithValues extends SharedRule {
  readonly values: Readonly<Record<string, Expression>>;
}

/** Names used by the organization itself. */
export interface OwnNames {
  readonly matrixKeys: ReadonlySet<string>;
  readonly lists: Readonly<Record<string, ListBinding>>;
}

/**
 * Returns the shared content of a rule set. Matrices with the key of an own one are left out, because own rules refer to the own one. A
 * rule is included once, in its remaining matrices. It refers by id to lists whose names mean other lists in own rules.
 */
export function sharedContent(
  shared: readonly EnabledSharedMatrix[],
  own: OwnNames,
  readFile: (source: string) => RuleFile,
): SharedContent {
  const used = shared.filter(({ matrix }) => !own.matrixKeys.has(matrix.key));
  const keys = new Set(used.map(({ matrix }) => matrix.key));
  const ids = new Set(used.map(({ matrix }) => matrix.id));
  const rules = new Map<string, RuleWithValues>();
  for (const { rules: ofMatrix, parameters } of used) {
    const values = settingValues(parameters);
    for (const rule of ofMatrix) {
      const name = `${rule.content.ruleId} ${rule.content.status}`;
      rules.set(name, { ...rule, values: { ...rules.get(name)?.values, ...values } });
    }
  }
  const isClear = (lists: SharedRule['lists']): boolean =>
    Object.entries(lists).every(([name, { id }]) => !Object.hasOwn(own.lists, name) || own.lists[name]!.id === id);
  const contentOf = ({ content, matrices, lists, values }: RuleWithValues): RuleContent => {
    const isWhole = Object.values(matrices).every((id) => ids.has(id)) && Object.keys(values).length === 0;
    if (isWhole && isClear(lists)) return content;
    const file = readFile(content.source);
    return { ...content, source: sharedSource(isClear(lists) ? file : withListIds(file, lists), keys, values) };
  };
  return {
    matrices: used.map(({ matrix }) => fromSharedMatrix(matrix)),
    rules: [...rules.values()].map(contentOf),
    lists: [...rules.values()].map(({ lists }) =>
      isClear(lists) ? lists : Object.fromEntries(Object.values(lists).map((list) => [list.id, list])),
    ),
  };
}
