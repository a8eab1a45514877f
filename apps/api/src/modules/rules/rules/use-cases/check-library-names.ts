import { checkFiles, type CheckedParameter, type Diagnostic } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import type { Queryable } from '../../../../platform/database/index.js';
import { findOwnCurrencies } from '../../../tenancy/organization-settings/index.js';
import { parameterValues, type LibraryNames } from '../domain/library-names.js';
import { resolveLists } from './resolve-lists.js';

export interface CheckedNames {
  readonly diagnostics: readonly Diagnostic[];
  readonly parameters: readonly CheckedParameter[];
}

/** Checks shared names on their own: lists, constants, and parameters with their current values. */
export async function checkLibraryNames(
  client: Queryable,
  organizationId: string,
  shared: LibraryNames,
): Promise<CheckedNames> {
  const { file, source } = shared;
  const lists = await resolveLists(client, organizationId, file, {});
  const { diagnostics, parameters } = checkFiles([{ name: '', file, source, shared: true }], {
    catalogue: libraryCatalogue,
    findList: (reference) => (Object.hasOwn(lists, reference) ? lists[reference]! : null),
    currencies: await findOwnCurrencies(client, organizationId),
    parameterValues: parameterValues(shared),
  });
  return { diagnostics: diagnostics.get('') ?? [], parameters };
}
