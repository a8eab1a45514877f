import type { EntityType } from '@tamis/enrichment';

import type { Requester } from '../../../../platform/auth/index.js';
import type { EvaluationResponse } from '../../../decisions/evaluations/index.js';
import type { EntityStatus } from '../../../parties/entities/index.js';
import type { Partner } from './partner.js';

/** What is asked about children, by their type. */
export interface ChildEnrichments {
  readonly executeAllActiveEnrichments?: boolean | null;
  readonly enrichments?: {
    readonly company?: readonly string[] | null;
    readonly person?: readonly string[] | null;
  } | null;
  readonly enrichmentGroupRefs?: readonly string[] | null;
  readonly excludeEnrichments?: readonly string[] | null;
}

/** How a run goes about it. */
export interface RunOptions {
  /** Levels of children; 0: nobody is created, and those who are stored already are linked. */
  readonly depth: number;
  /** The root was asked about first, and has to be known by it. */
  readonly runsEnrichmentFirst: boolean;
  readonly children: ChildEnrichments;
  /** Children have the name and the tax id that the root's enrichment tells, and nothing else. */
  readonly rootDataOnly: boolean;
  /** Children that were stored already are asked about again. */
  readonly refresh: boolean;
  /** Matrices that judge new children. */
  readonly childMatrices: { readonly person?: string | null; readonly company?: string | null };
  /** Rules that run on the root in the end; null: none. `matrixIds` empty: by the matrices assigned to it. */
  readonly rules: { readonly trigger: 'materialized' | 'created'; readonly matrixIds: readonly string[] } | null;
  /** Of a root that was created automatically: what its status is in the end. */
  readonly status: EntityStatus | null;
}

/** One way through the partners of an entity, level by level. */
export interface MaterializeRun {
  readonly id: string;
  readonly rootEntityId: string;
  readonly options: RunOptions;
  readonly askedBy: Requester;
  readonly leaseNumber: number;
  /** Partners were left out, as there are more than a run looks at. */
  readonly leftOut: number;
  /** What was paid before the run. */
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

/** Whether the partners of nodes of a level are looked at. */
const isExpanded = ({ depth }: Pick<RunOptions, 'depth'>, level: number): boolean => level < Math.max(depth, 1);

/** How a node stands once it is stored and nothing is asked about it any more. */
export const restingState = (options: Pick<RunOptions, 'depth'>, level: number): NodeState =>
  isExpanded(options, level) ? 'settled' : 'done';

/** A partner of an entity in a run; the root is one of level 0. */
export interface MaterializeNode {
  readonly id: string;
  /** Whose partner it is. */
  readonly sourceEntityId: string;
  readonly level: number;
  readonly state: NodeState;
  /** Null: the root. */
  readonly partner: Partner | null;
  /** Null: nobody is stored for it. */
  readonly entityId: string | null;
  readonly requestId: string | null;
}

/** Why nobody was created for a partner. */
export interface CreationFailure {
  readonly taxId: string | null;
  readonly type: EntityType;
  readonly code: string;
  readonly error: string;
}

/** What the enrichment of one node came to. */
export interface NodeEnrichment {
  readonly delivered: readonly string[];
  readonly failed: readonly { readonly providerCode: string; readonly code: string; readonly errorMessage: string }[];
  readonly costCents: number;
}

/** What a run came to, or has come to so far. */
export interface RunOutcome {
  /** In the order in which they were created. */
  readonly created: readonly { readonly entityId: string; readonly depth: number }[];
  readonly relationshipsCreated: number;
  /** Codes that delivered for the root or a child, each once. */
  readonly enrichmentProviders: readonly string[];
  readonly enrichmentFailed: readonly (NodeEnrichment['failed'][number] & { readonly entityId: string })[];
  readonly creationFailed: readonly CreationFailure[];
  readonly costCents: number;
  /** A warning: partners that were left out, or that the run goes on. */
  readonly error: string | null;
  /** What the rules made of the root; null: none ran. */
  readonly evaluation: RootEvaluation | null;
}

export interface RootEvaluation {
  readonly evaluationId: string;
  readonly ruleSetVersion: string;
  readonly decision: string;
  /** Without values of sensitive fields. */
  readonly response: EvaluationResponse;
}
