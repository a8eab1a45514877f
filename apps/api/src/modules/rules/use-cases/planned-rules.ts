import type { Queryable } from '../../../platform/database/index.js';
import { findRiskMatrices } from '../../rule-sets/index.js';
import type { LibraryNames } from '../domain/library-names.js';
import { libraryIn } from '../domain/library-in-files.js';
import { planOfRules, type PlannedRule } from '../domain/rule-plan.js';
import { rulesInFiles, withoutDeclarations, type NamedSource } from '../domain/rules-in-files.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { findCurrentRules } from '../persistence/rule-store.js';

export interface PlannedRules {
  /** The files without what stands in the library already. */
  readonly files: readonly NamedSource[];
  readonly shared: LibraryNames;
  readonly rules: readonly PlannedRule[];
}

/** What files, which have no errors of syntax, would make of the rules as they are. Throws 400 for matrices of their own. */
export async function plannedRules(
  client: Queryable,
  organizationId: string,
  { files, prune }: { readonly files: readonly NamedSource[]; readonly prune: boolean },
): Promise<PlannedRules> {
  const shared = await readLibraryNames(client, organizationId);
  const isKnown = libraryIn(files, shared, await findRiskMatrices(client, organizationId));
  const stored = await findCurrentRules(client, organizationId);
  const own = files.map(({ name, source }) => ({ name, source: withoutDeclarations(source, isKnown) }));
  return { files: own, shared, rules: planOfRules(rulesInFiles(files, isKnown), stored, prune) };
}
