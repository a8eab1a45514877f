import { encodeLiteral, printExpression, type Expression, type LiteralJson } from '@tamis/lang';

import type { Queryable } from '../../../../platform/database/index.js';
import { parameterValues, type LibraryNames } from '../domain/library-names.js';
import { checkLibraryNames } from './check-library-names.js';

/** A parameter as shown in responses. */
export interface ParameterView {
  readonly name: string;
  /** `money` */
  readonly type: string;
  readonly value: LiteralJson | string;
  readonly default: LiteralJson | string;
  readonly between: readonly [low: LiteralJson | string, high: LiteralJson | string] | null;
  readonly step: LiteralJson | string | null;
  /** Keys of the rules that use it. */
  readonly usedBy: readonly string[];
  readonly changedAt: string | null;
  readonly changedBy: string | null;
}

/** Returns a literal as JSON, and an expression over constants as its text. */
const literalOrText = (expression: Expression): LiteralJson | string =>
  encodeLiteral(expression) ?? printExpression(expression);

const literalOrNull = (expression: Expression | null): LiteralJson | string | null =>
  expression && literalOrText(expression);

/** Returns the parameters among shared names. `uses` contains the keys of the rules that use a name. */
export async function toParameterViews(
  client: Queryable,
  organizationId: string,
  shared: LibraryNames,
  uses: ReadonlyMap<string, readonly string[]>,
): Promise<readonly ParameterView[]> {
  if (shared.file.parameters.length === 0) return [];
  const values = parameterValues(shared);
  const checked = await checkLibraryNames(client, organizationId, shared);
  const types = new Map(checked.parameters.map(({ name, type }) => [name, type.kind]));
  return shared.file.parameters.map(({ name: { text: name }, value, minimum, maximum, step }) => {
    const setting = Object.hasOwn(shared.parameters, name) ? shared.parameters[name]! : null;
    return {
      name,
      type: types.get(name) ?? 'any',
      value: literalOrText(setting ? (values[name] ?? value) : value),
      default: literalOrText(value),
      between: minimum && maximum ? ([literalOrText(minimum), literalOrText(maximum)] as const) : null,
      step: literalOrNull(step),
      usedBy: uses.get(name) ?? [],
      changedAt: setting?.changedAt ?? null,
      changedBy: setting?.changedBy ?? null,
    };
  });
}
