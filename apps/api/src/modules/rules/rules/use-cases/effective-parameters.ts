import { printExpression } from '@tamis/lang';

import type { Queryable } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { parameterValues, type LibraryNames } from '../domain/library-names.js';
import { checkLibraryNames } from './check-library-names.js';

/** Returns the names of parameters whose own value is in effect: the checker ignores values that are not valid. */
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

/** Returns the values in effect: one that does not fit its declaration is replaced by the default. */
export async function validParameters(
  client: Queryable,
  organizationId: string,
  shared: LibraryNames,
): Promise<LibraryNames['parameters']> {
  const taken = await effectiveParameterNames(client, organizationId, shared);
  return Object.fromEntries(Object.entries(shared.parameters).filter(([name]) => taken.has(name)));
}

/** Returns the error for a value that does not fit its parameter. */
export function parameterOutOfRange(shared: LibraryNames, name: string): ApiError {
  const { minimum, maximum, step } = shared.file.parameters.find((each) => each.name.text === name)!;
  const message =
    minimum && maximum
      ? `must be between ${printExpression(minimum)} and ${printExpression(maximum)}${step ? `, in steps of ${printExpression(step)}` : ''}`
      : 'has no range, so it can only be changed in the text';
  return new ApiError('PARAM_OUT_OF_RANGE', `\`${name}\` ${message}`, { value: message });
}
