import { materializeLimits } from './materialize-limits.js';
import type { CreationFailure, MaterializeRun, NodeEnrichment, RunOutcome } from './materialize-run.js';

/** Result for a partner, as far as it is counted. */
export interface CountedNode {
  readonly level: number;
  readonly entityId: string | null;
  readonly isCreated: boolean;
  readonly relationshipsCreated: number;
  readonly enrichment: NodeEnrichment | null;
  readonly failure: CreationFailure | null;
}

/** Returns the result of a run from its nodes. */
export function outcomeOf(
  { leftOut, paidCents }: Pick<MaterializeRun, 'leftOut' | 'paidCents'>,
  nodes: readonly CountedNode[],
): RunOutcome {
  const enriched = nodes.flatMap(({ entityId, enrichment }) =>
    entityId !== null && enrichment ? [{ entityId, ...enrichment }] : [],
  );
  return {
    created: nodes.flatMap(({ isCreated, entityId, level }) =>
      isCreated && entityId !== null ? [{ entityId, depth: level }] : [],
    ),
    relationshipsCreated: nodes.reduce((sum, { relationshipsCreated }) => sum + relationshipsCreated, 0),
    enrichmentProviders: [...new Set(enriched.flatMap(({ delivered }) => delivered))].sort(),
    enrichmentFailed: enriched.flatMap(({ entityId, failed }) => failed.map((each) => ({ ...each, entityId }))),
    creationFailed: nodes.flatMap(({ failure }) => failure ?? []),
    costCents: enriched.reduce((sum, { costCents }) => sum + costCents, paidCents),
    error: leftOut === 0 ? null : leftOutMessage(leftOut),
    evaluation: null,
  };
}

const leftOutMessage = (count: number): string =>
  `One run examines at most ${materializeLimits.partners} partners: ${count} were left out`;
