import { decisions } from '@tamis/library';
import {
  EnumField,
  InstantField,
  PageQuery,
  QueryBoolean,
  QueryEnumList,
  TextField,
  UuidField,
  IntegerField,
  TextArrayField,
} from '../../../../platform/http/index.js';
import { evaluationTriggers } from '../domain/effect-origin.js';
import { type FoundOutcome, outcomeFilters } from '../persistence/evaluation-records.js';
import { limits } from '../../../../platform/limits.js';

/** Body of `POST /evaluations/{id}/replay`. */
export class ReplayBody {
  @EnumField(['inputs', 'recompute'], 'ReplayMode', {
    description:
      '`inputs`: from the stored inputs; `recompute`: windows and rates are read again, lists as of then, and the record as it was evaluated',
  })
  mode?: 'inputs' | 'recompute';
  @TextField({
    min: 1,
    max: 67,
    description:
      'Version, a unique prefix of it, or number. Default: the set that decided; another set reads its own inputs',
  })
  ruleSetVersion?: string;
}

/** `POST /data-lists/{id}/impact`. */
export class ListImpactBody {
  @TextArrayField({ required: true, min: 1, max: 20, maxText: limits.dataListValueCharacters }) values!: string[];
  @IntegerField({ min: 1, max: 90, description: 'How many days back; default 90' }) days?: number;
}

/** Query of `GET /evaluations`. Results match all filters. */
export class ListEvaluationsQuery extends PageQuery {
  @UuidField({ description: 'An entity involved' }) entityId?: string;
  @UuidField() transactionId?: string;
  @UuidField() userEventId?: string;
  @QueryEnumList(decisions, 'Decision') decision?: string[];
  @UuidField({ description: 'A rule that was a hit or unknown' }) ruleId?: string;
  @EnumField(outcomeFilters, 'FoundOutcome', {
    description:
      'With `ruleId`: what became of it. Without: `hit` or `unknown` where some rule came to it, `no_hit` where none was a hit',
  })
  outcome?: FoundOutcome;
  @TextField({ min: 1, max: 67 }) ruleSetVersion?: string;
  @UuidField({ description: 'The batch that a transaction or user event belongs to' }) batchJobId?: string;
  @QueryEnumList(evaluationTriggers, 'EvaluationTrigger') trigger?: string[];
  @InstantField({ description: 'Of `evaluatedAt`, inclusive' }) from?: string;
  @InstantField({ description: 'Of `evaluatedAt`, inclusive' }) to?: string;
}

const evaluationParts = ['inputs', 'trace', 'whatIf', 'neighbours'] as const;
export type EvaluationPart = (typeof evaluationParts)[number];

/** Query of `GET /evaluations/{id}`. */
export class ReadEvaluationQuery {
  @QueryEnumList(evaluationParts, 'EvaluationPart', { description: 'Parts to include' }) include?: EvaluationPart[];
}

/** Query of `GET /evaluations/{id}/explain`. */
export class ExplainEvaluationQuery {
  @UuidField({ description: 'Default: every rule that was evaluated' }) ruleId?: string;
  @QueryBoolean({ description: 'Also parts that did not affect the result' }) full?: boolean;
}

/** Query of `GET /evaluations/{id}/test`. */
export class EvaluationTestQuery {
  @UuidField({ required: true, description: 'A rule that was evaluated' }) ruleId!: string;
}
