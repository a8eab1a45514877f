import type { Queryable } from '../../../../platform/database/index.js';
import { findRiskMatrices, type RiskMatrix } from '../../../decisions/rule-sets/index.js';
import type { LibraryNames } from '../domain/library-names.js';
import { readLibraryInFiles, type PlannedMatrix } from '../domain/library-in-files.js';
import { type PlannedChange, planRuleChanges, type PlannedRule, toPlannedChange } from '../domain/rule-plan.js';
import { rulesInFiles, withoutDeclarations, type NamedSource } from '../domain/rules-in-files.js';
import { planLibrary } from '../domain/planned-library.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { findCurrentRules } from '../persistence/rule-store.js';

export interface PlannedRules {
  /** The files without what stands in the library already, or will. */
  readonly files: readonly NamedSource[];
  /** The shared names as they will be. */
  readonly shared: LibraryNames;
  /** The version of the library now; another than that of `shared` where files change it. */
  readonly libraryVersion: number;
  /** As they are stored. */
  readonly matrices: readonly RiskMatrix[];
  readonly changedMatrices: ReadonlyMap<string, PlannedMatrix>;
  readonly rules: readonly PlannedRule[];
  /** Of shared names, matrices and rules, as plans show them. */
  readonly changes: readonly PlannedChange[];
}

/** What files, which have no errors of syntax, would make of what is stored. Throws 400 for a matrix that has the name of another. */
export async function computePlan(
  client: Queryable,
  organizationId: string,
  { files, prune }: { readonly files: readonly NamedSource[]; readonly prune: boolean },
): Promise<PlannedRules> {
  const stored = await readLibraryNames(client, organizationId);
  const { shared, changes } = planLibrary(files, stored);
  const matrices = await findRiskMatrices(client, organizationId);
  const { isKnown, changedMatrices } = readLibraryInFiles(files, shared, matrices);
  const own = files.map(({ name, source }) => ({ name, source: withoutDeclarations(source, isKnown) }));
  const rules = planRuleChanges(rulesInFiles(files, isKnown), await findCurrentRules(client, organizationId), prune);
  const changesOfMatrices = [...changedMatrices].map(
    ([key, { stored: before, words }]) =>
      ({ kind: 'matrix', key, change: before ? 'update' : 'create', words }) as const,
  );
  return {
    files: own,
    shared,
    libraryVersion: stored.version,
    matrices,
    changedMatrices,
    rules,
    changes: [...changes, ...changesOfMatrices, ...rules.map(toPlannedChange)],
  };
}
