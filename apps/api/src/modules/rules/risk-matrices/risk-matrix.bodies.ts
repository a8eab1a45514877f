import { platformTriggers } from '@tamis/library';
import { ArrayMaxSize, ArrayMinSize, Equals, Matches } from 'class-validator';
import {
  BooleanField,
  EnumField,
  Field,
  IfVersionField,
  NameField,
  NestedArrayField,
  NestedField,
  NumberField,
  ReadOnlyField,
  TextArrayField,
  TextField,
  UuidArrayField,
  PageQuery,
  QueryBoolean,
  QueryEnumList,
  ChangeBody,
} from '../../../platform/http/index.js';
import { severities } from '../../casework/alerts/index.js';
import {
  matrixTargets,
  riskMatrixCategories,
  scoreActions,
  scoreOperators,
  type MatrixTarget,
  type RiskMatrixCategory,
  riskMatrixStatuses,
  type RiskMatrixStatus,
} from '../../decisions/rule-sets/index.js';
import { riskMatrixLimits as limits } from './risk-matrix-view.js';

/** Query of `GET /risk-matrices`. */
export class ListRiskMatricesQuery extends PageQuery {
  @QueryEnumList(riskMatrixStatuses, 'RiskMatrixStatus') status?: RiskMatrixStatus[];
  @QueryEnumList(riskMatrixCategories, 'RiskMatrixCategory') category?: RiskMatrixCategory[];
  @TextField({ min: 1, max: limits.nameCharacters, description: 'Searched in name, key and description' })
  search?: string;
  @QueryBoolean({ description: 'Default false' }) includeArchived?: boolean;
}

/** Query of `DELETE /risk-matrices/{id}`. */
export class ArchiveRiskMatrixQuery {
  @QueryBoolean({
    description:
      'Also archives a matrix that is a default or assigned to entities, here or in a child, and ends that use',
  })
  force?: boolean;
}

const decisions = ['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'] as const;
const writableStatuses = ['draft', 'active', 'shadow', 'inactive'] as const;

export class ThresholdsBody {
  @NumberField() low?: number | null;
  @NumberField() medium?: number | null;
  @NumberField() high?: number | null;
}

export class ScoringConfigBody {
  @NumberField() minScore?: number | null;
  @NumberField() maxScore?: number | null;
  @NestedField(() => ThresholdsBody, { description: 'Minimum total score for a label' })
  thresholds?: ThresholdsBody | null;
  @Field({}, { enum: ['sum'] }, [Equals('sum', { message: '$property can only be `sum`: scores are always added' })])
  aggregation?: 'sum' | null;
}

export class MatrixDecisionBody {
  @EnumField(decisions, 'Decision', { required: true }) decision!: (typeof decisions)[number];
  @NumberField({ description: 'Minimum points for the decision; `null`: below all others', nullable: true }) from?:
    | number
    | null;
}

const evaluationEvents = [...new Set(Object.values(platformTriggers).flatMap((names) => Object.values(names)))].filter(
  (event) => event !== platformTriggers.entity.manual,
);

export class EvaluationTriggerBody {
  @EnumField(evaluationEvents, 'EvaluationEvent', { required: true }) event!: string;
  @BooleanField({ required: true, description: 'Whether its rules are evaluated on the event' }) enabled!: boolean;
  @TextArrayField({
    max: 100,
    maxText: 200,
    description: 'Paths such as `attributes.segment`, of `entity_updated`: only where one of them changed; default any',
  })
  watchFields?: string[] | null;
}

export class ScoreConditionBody {
  @EnumField(['riskScore'], 'ScoreField', { required: true }) field!: 'riskScore';
  @EnumField(scoreOperators, 'ScoreOperator', { required: true }) operator!: (typeof scoreOperators)[number];
  @NumberField({ required: true, min: 0, max: 100, description: 'Compared with the normalized score of the matrix' })
  value!: number;
}

export class ScoreTriggerBody {
  @NameField({ required: true, max: limits.nameCharacters, description: 'Title of the alert or name of the case' })
  name!: string;
  @TextField({ max: limits.descriptionCharacters }) description?: string | null;
  @NestedField(() => ScoreConditionBody, { required: true }) condition!: ScoreConditionBody;
  @EnumField(scoreActions, 'ScoreAction', { required: true }) action!: (typeof scoreActions)[number];
  @EnumField(severities, 'Severity', { required: true, description: 'Of the alert or the case' })
  priority!: (typeof severities)[number];
}

/** Fields of a matrix that a caller may write. */
export class RiskMatrixBody {
  @Field(
    { description: 'Name in rule text; derived from the name by default' },
    { type: String, pattern: '^[a-z_][a-z0-9_]{0,63}$' },
    [
      Matches(/^[a-z_][a-z0-9_]{0,63}$/, {
        message: '$property must consist of lowercase letters, digits and _, at most 64, and not start with a digit',
      }),
    ],
  )
  key?: string;
  @NameField({ max: limits.nameCharacters }) name?: string;
  @TextField({ max: limits.descriptionCharacters, nullable: true }) description?: string | null;
  @EnumField(riskMatrixCategories, 'RiskMatrixCategory') category?: RiskMatrixCategory;
  @EnumField(writableStatuses, 'WritableRiskMatrixStatus', { description: 'Default `draft`' })
  status?: (typeof writableStatuses)[number];
  @Field({}, { enum: [...matrixTargets], enumName: 'RuleTarget', isArray: true, minItems: 1, maxItems: 4 }, [
    Matches(new RegExp(`^(${matrixTargets.join('|')})$`), {
      each: true,
      message: `$property must only contain ${matrixTargets.join(', ')}`,
    }),
    ArrayMinSize(1),
    ArrayMaxSize(matrixTargets.length),
  ])
  targetEntityTypes?: MatrixTarget[];
  @NestedField(() => ScoringConfigBody, {
    nullable: true,
    description: '`null` for the defaults; a change keeps the numbers that it omits',
  })
  scoringConfig?: ScoringConfigBody | null;
  @NestedArrayField(() => MatrixDecisionBody, {
    min: 1,
    max: limits.decisions,
    nullable: true,
    description: '`null` for the default bands',
  })
  decisions?: MatrixDecisionBody[] | null;
  @TextArrayField({ max: limits.tags, maxText: limits.tagCharacters, nullable: true }) tags?: string[] | null;
  @NestedArrayField(() => ScoreTriggerBody, {
    max: limits.triggers,
    nullable: true,
    description: 'Actions triggered by its score; decisions are made by `decisions` alone',
  })
  triggers?: ScoreTriggerBody[] | null;
  @NestedArrayField(() => EvaluationTriggerBody, {
    max: evaluationEvents.length,
    nullable: true,
    description: 'When the matrix is evaluated; its rules decide about events that are not named',
  })
  evaluationTriggers?: EvaluationTriggerBody[] | null;

  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() organizationId?: unknown;
  @ReadOnlyField() version?: unknown;
  @ReadOnlyField() ruleCount?: unknown;
  @ReadOnlyField() activeRuleCount?: unknown;
  @ReadOnlyField() cost?: unknown;
  @ReadOnlyField() origin?: unknown;
  @ReadOnlyField() readOnly?: unknown;
  @ReadOnlyField() sharedEnabled?: unknown;
  @ReadOnlyField() createdBy?: unknown;
  @ReadOnlyField() createdAt?: unknown;
  @ReadOnlyField() updatedBy?: unknown;
  @ReadOnlyField() updatedAt?: unknown;
}

/** Body of `POST /risk-matrices`. */
export class CreateRiskMatrixBody extends RiskMatrixBody {
  @UuidArrayField({ max: limits.rules, description: 'Rules to add to the matrix' }) ruleIds?: string[] | null;
  @TextField({ max: limits.reasonCharacters, description: 'Reason; stored with the versions of those rules' })
  reason?: string;
}

/** Body of `PUT` and `PATCH /risk-matrices/{id}`. */
@ChangeBody()
export class ChangeRiskMatrixBody extends RiskMatrixBody {
  @IfVersionField() ifVersion?: number;
}

/** Body of `PUT /risk-matrices/{id}/rules`. */
export class MatrixRulesBody {
  @UuidArrayField({ required: true, max: limits.rules }) ruleIds!: string[];
  @TextField({ max: limits.reasonCharacters, description: 'Reason; stored with the versions of those rules' })
  reason?: string;
}

/** Body of `PUT /risk-matrices/defaults`: the matrices that run, in order, if nothing names one. Targets that are omitted have none. */
export class MatrixDefaultsBody {
  @UuidArrayField({ max: limits.defaultsPerTarget }) person?: string[] | null;
  @UuidArrayField({ max: limits.defaultsPerTarget }) company?: string[] | null;
  @UuidArrayField({ max: limits.defaultsPerTarget }) transaction?: string[] | null;
  @UuidArrayField({ max: limits.defaultsPerTarget }) userEvent?: string[] | null;
}
