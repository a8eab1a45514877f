import type { EntityType } from '@tamis/enrichment';

import type { Requester } from '../../../../platform/auth/index.js';
import type { EvaluationResponse } from '../../../decisions/evaluations/index.js';
import type { EntityStatus } from '../../../parties/entities/index.js';
import type { Partner } from './partner.js';

/** What is requested about children, by their type. */
export interface ChildEnrichments {
  readonly executeAllActiveEnrichments?: boolean | null;
  readonly enrichments?: {
    readonly company?: readonly string[] | null;
    readonly person?: readonly string[] | null;
  } | null;
  readonly enrichmentGroupRefs?: readonly string[] | null;
  readonly excludeEnrichments?: readonly string[] | null;
}

/** Options of a run. */
export interface RunOptions {
  /** Levels of children; with 0, no entities are created, and those already stored are linked. */
  readonly depth: number;
  /** Whether the root is enriched first, which must deliver its data. */
  readonly runsEnrichmentFirst: boolean;
  readonly children: ChildEnrichments;
  /** Whether children get only the name and tax id given by the root's enrichment, and are not enriched themselves. */
  readonly rootDataOnly: boolean;
  /** Whether children that were already stored are enriched again. */
  readonly refresh: boolean;
  /** Risk matrices for new children. */
  readonly childMatrices: { readonly person?: string | null; readonly company?: string | null };
  /** Rules evaluated on the root at the end; `null` for none. If `matrixIds` is empty, the matrices assigned to it are used. */
  readonly rules: { readonly trigger: 'materialized' | 'created'; readonly matrixIds: readonly string[] } | null;
  /** Final status of a root that was created automatically. */
  readonly status: EntityStatus | null;
}

/** A run through the partners of an entity, level by level. */
export interface MaterializeRun {
  readonly id: string;
  readonly rootEntityId: string;
  readonly options: RunOptions;
  readonly askedBy: Requester;
  readonly leaseNumber: number;
  /** Number of partners left out, because there are more than a run processes. */
  readonly leftOut: number;
  /** Amount paid before the run. */
  readonly paidCents: number;
  readonly failures: number;
  readonly outcome: RunOutcome | null;
  readonly problem: RunProblem | null;
  readonly finishedAt: Date | null;
}

export interface RunProblem {
  readonly code: 'ENRICHMENT_FAILED' | 'NO_NORMALIZED_ENRICHMENT' | 'ENTITY_NOT_FOUND' | 'INTERNAL_ERROR';
  readonly message: string;
}

/**
 * - `waiting`: nobody is stored for it yet. `enriching`: its enrichment is under way. `settled`: its own partners are to be looked at.
 * - `done`, `failed`: nothing is left to do.
 */
export type NodeState = 'waiting' | 'enriching' | 'settled' | 'done' | 'failed';

/** Whether the partners of nodes of a level are processed. */
const isExpanded = ({ depth }: Pick<RunOptions, 'depth'>, level: number): boolean => level < Math.max(depth, 1);

/** Returns the state of a node that is stored and for which nothing more is requested. */
export const restingState = (options: Pick<RunOptions, 'depth'>, level: number): NodeState =>
  isExpanded(options, level) ? 'settled' : 'done';

/** A partner of an entity in a run; the root has level 0. */
export interface MaterializeNode {
  readonly id: string;
  /** The entity whose partner it is. */
  readonly sourceEntityId: string;
  readonly level: number;
  readonly state: NodeState;
  /** `null` for the root. */
  readonly partner: Partner | null;
  /** `null` if no entity is stored for it. */
  readonly entityId: string | null;
  readonly requestId: string | null;
}

/** Why no entity was created for a partner. */
export interface CreationFailure {
  readonly taxId: string | null;
  readonly type: EntityType;
  readonly code: string;
  readonly error: string;
}

/** Result of the enrichment of one node. */
export interface NodeEnrichment {
  readonly delivered: readonly string[];
  readonly failed: readonly { readonly providerCode: string; readonly code: string; readonly errorMessage: string }[];
  readonly costCents: number;
}

/** Result of a run, so far or at its end. */
export interface RunOutcome {
  /** In the order of creation. */
  readonly created: readonly { readonly entityId: string; readonly depth: number }[];
  readonly relationshipsCreated: number;
  /** Codes that delivered for the root or a child, without duplicates. */
  readonly enrichmentProviders: readonly string[];
  readonly enrichmentFailed: readonly (NodeEnrichment['failed'][number] & { readonly entityId: string })[];
  readonly creationFailed: readonly CreationFailure[];
  readonly costCents: number;
  /** A warning that partners were left out, or that the run is still in progress. */
  readonly error: string | null;
  /** Result of the rules for the root; `null` if none were evaluated. */
  readonly evaluation: RootEvaluation | null;
}

export interface RootEvaluation {
  readonly evaluationId: string;
  readonly ruleSetVersion: string;
  readonly decision: string;
  /** Without values of sensitive fields. */
  readonly response: EvaluationResponse;
}
