import { printExpression } from '@tamis/lang';

import type { Queryable } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { parameterValues, type LibraryNames } from '../domain/library-names.js';
import { checkLibraryNames } from './check-library-names.js';

/** Names of the parameters whose own value is in force: a value that does not fit is not taken by the checker. */
export async function effectiveParameterNames(
  client: Queryable,
  organizationId: string,
  shared: LibraryNames,
): Promise<ReadonlySet<string>> {
  const { parameters } = await checkLibraryNames(client, organizationId, shared);
  const given = parameterValues(shared);
  const taken = parameters.filter(
    ({ name, expression }) =>
      Object.hasOwn(given, name) && printExpression(expression) === printExpression(given[name]!),
  );
  return new Set(taken.filter(({ range }) => range !== null).map(({ name }) => name));
}

/** The values in force: one that does not fit its declaration gives way to the default. */
export async function validParameters(
  client: Queryable,
  organizationId: string,
  shared: LibraryNames,
): Promise<LibraryNames['parameters']> {
  const taken = await effectiveParameterNames(client, organizationId, shared);
  return Object.fromEntries(Object.entries(shared.parameters).filter(([name]) => taken.has(name)));
}

/** The answer for a value that does not fit the parameter it was sent for. */
export function parameterOutOfRange(shared: LibraryNames, name: string): ApiError {
  const { minimum, maximum, step } = shared.file.parameters.find((each) => each.name.text === name)!;
  const message =
    minimum && maximum
      ? `must lie between ${printExpression(minimum)} and ${printExpression(maximum)}${step ? `, in steps of ${printExpression(step)}` : ''}`
      : 'has no range, so it changes only with the text';
  return new ApiError('PARAM_OUT_OF_RANGE', `\`${name}\` ${message}`, { value: message });
}
