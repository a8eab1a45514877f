import type { Queryable } from '../../../../platform/database/index.js';
import { findRiskMatrices, type RiskMatrix } from '../../../decisions/rule-sets/index.js';
import type { LibraryNames } from '../domain/library-names.js';
import { readLibraryInFiles, type PlannedMatrix } from '../domain/library-in-files.js';
import { matrixText } from '../domain/matrix-texts.js';
import {
  type PlannedChange,
  planRuleChanges,
  type PlannedRule,
  textHash,
  toPlannedChange,
} from '../domain/rule-plan.js';
import { type ParsedFile, rulesInFiles, withoutDeclarations, type NamedSource } from '../domain/rules-in-files.js';
import { planLibrary } from '../domain/planned-library.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { findCurrentRules } from '../persistence/rule-store.js';
import { collectInTurns, mapInTurns } from './in-turns.js';

export interface PlannedRules {
  /** The files without anything that the library already contains, or will contain. */
  readonly files: readonly NamedSource[];
  /** Shared names after the change. */
  readonly shared: LibraryNames;
  /** Current version of the library; it differs from that of `shared` if files change it. */
  readonly libraryVersion: number;
  /** As currently stored. */
  readonly matrices: readonly RiskMatrix[];
  readonly changedMatrices: ReadonlyMap<string, PlannedMatrix>;
  readonly rules: readonly PlannedRule[];
  /** Changes of shared names, matrices and rules, as shown in plans. */
  readonly changes: readonly PlannedChange[];
}

/** Computes how files without syntax errors would change what is stored. Throws 400 for a matrix that has the name of another. */
export async function computePlan(
  client: Queryable,
  organizationId: string,
  { files: parsed, prune }: { readonly files: readonly ParsedFile[]; readonly prune: boolean },
): Promise<PlannedRules> {
  const stored = await readLibraryNames(client, organizationId);
  const { shared, changes } = planLibrary(parsed, stored);
  const matrices = await findRiskMatrices(client, organizationId);
  const { isKnown, changedMatrices } = readLibraryInFiles(parsed, shared, matrices);
  const own = await mapInTurns(parsed, (file) => ({ name: file.name, source: withoutDeclarations(file, isKnown) }));
  const current = await findCurrentRules(client, organizationId);
  const rules = await collectInTurns(planRuleChanges(rulesInFiles(parsed, isKnown), current, prune));
  const changesOfMatrices = [...changedMatrices].map(
    ([key, { stored: before, words }]) =>
      ({
        kind: 'matrix',
        key,
        change: before ? 'update' : 'create',
        words,
        storedHash: before && textHash(matrixText(before)),
      }) as const,
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
