import { ruleCategories, ruleModes, unknownPolicies } from '@tamis/library';
import { ArrayMinSize, Matches, IsInt, Max, Min } from 'class-validator';
import {
  BooleanField,
  EnumField,
  Field,
  IfVersionField,
  IntegerField,
  JsonArrayField,
  JsonObjectField,
  NameField,
  NestedField,
  NumberField,
  ReadOnlyField,
  TextArrayField,
  TextField,
  UuidArrayField,
  UuidField,
  PageQuery,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { ruleOrigins } from '../domain/rule.js';
import { approvalStatuses, type ApprovalStatus } from '../domain/rule-approval.js';
import { ruleStatuses, type RuleStatus } from '../domain/rule-status.js';
import { exampleSource } from './example-rules.js';
import { GuardBody } from './guard.body.js';

/** Body of `POST /rule-sets/{version}/activate`. */
export class ActivateRuleSetBody {
  @TextField({
    required: true,
    min: 5,
    max: ruleLimits.reasonCharacters,
    description: 'Why',
    example: 'Too many alerts since noon',
  })
  reason!: string;
  @BooleanField({ description: 'Default false: returns what would change, without changing anything' })
  preview?: boolean;
  @BooleanField({ description: 'Default false: the items of the lists that it reads stay as they are' })
  restoreLists?: boolean;
  @TextField({ min: 1, max: 67, description: 'Refuses where another version is in force by now' }) ifActive?: string;
}

/** Query of `GET /rules/approvals`. */
export class ListApprovalsQuery extends PageQuery {
  @EnumField(approvalStatuses, 'ApprovalStatus') status?: ApprovalStatus;
}

/** Body of `POST /rules/approvals/{id}/approve` and `/withdraw`. */
export class ApprovalCommentBody {
  @TextField({ max: ruleLimits.reasonCharacters }) comment?: string | null;
}

/** Body of `POST /rules/approvals/{id}/reject`. */
export class RejectApprovalBody {
  @TextField({ required: true, min: 1, max: ruleLimits.reasonCharacters, description: 'Why' }) comment!: string;
}

export const ruleTargets = ['person', 'company', 'transaction', 'user_event'] as const;

export class CreationProvenanceBody {
  @EnumField(ruleOrigins, 'RuleOrigin', { required: true }) origin!: (typeof ruleOrigins)[number];
  @TextArrayField({ max: 100, maxText: 255 }) agentChatIds?: string[];
}

export const evaluationModes = ['sync', 'async'] as const;

export class TemporalWindowBody {
  @TextField({ max: 64, description: 'A date or a time, inclusive' }) from?: string | null;
  @TextField({ max: 64, description: 'A date or a time, inclusive' }) to?: string | null;
}

/** Values are checked with the rule, so that errors name their position. */
export class RuleScopeBody {
  @TextArrayField({ max: 300, maxText: 64 }) countries?: string[] | null;
  @TextArrayField({ max: 300, maxText: 64 }) entityTypes?: string[] | null;
  @TextArrayField({ max: 300, maxText: 64 }) paymentMethods?: string[] | null;
  @TextArrayField({ max: 300, maxText: 64 }) transactionTypes?: string[] | null;
  @NestedField(() => TemporalWindowBody) temporalWindow?: TemporalWindowBody | null;
}

/** `null` stands for a rule without the value. */
const usual = { nullable: true };

/** The fields of a rule that a caller can set in addition to its text. */
export class RuleFormBody {
  @JsonArrayField(ruleLimits.lets, { description: 'Named values of the JSON form' }) let?: unknown[];
  @JsonObjectField({ description: 'The condition in JSON form' }) conditions?: object;
  @JsonArrayField(ruleLimits.actions, { description: 'The actions in JSON form' }) actions?: unknown[];

  @Field(
    { description: 'Name in rule texts and commands; derived from the name by default' },
    { type: String, pattern: '^[a-z_][a-z0-9_]{0,63}$' },
    [
      Matches(/^[a-z_][a-z0-9_]{0,63}$/, {
        message: '$property must consist of lowercase letters, digits and _, at most 64, and not start with a digit',
      }),
    ],
  )
  key?: string;
  @NameField({ max: ruleLimits.nameCharacters }) name?: string;
  @TextField({ max: ruleLimits.descriptionCharacters, nullable: true }) description?: string | null;
  @EnumField(ruleCategories, 'RuleCategory', usual) category?: string | null;
  @IntegerField({ ...usual, min: 1, max: 1_000 }) priority?: number | null;
  @NumberField({ ...usual, min: -100, max: 100 }) score?: number | null;
  @EnumField(unknownPolicies, 'UnknownPolicy', usual) unknown?: string | null;
  @EnumField(ruleModes, 'RuleMode', usual) mode?: string | null;
  @Field({}, { enum: [...ruleTargets], enumName: 'RuleTarget', isArray: true }, [
    Matches(new RegExp(`^(${ruleTargets.join('|')})$`), {
      each: true,
      message: `$property must only contain ${ruleTargets.join(', ')}`,
    }),
    ArrayMinSize(1),
  ])
  targetEntityTypes?: string[];
  @TextArrayField({ max: ruleLimits.triggers, maxText: 64, nullable: true }) triggers?: string[] | null;

  @NameField({ max: limits.externalIdCharacters, nullable: true }) externalId?: string | null;
  @TextField({ max: ruleLimits.ownerCharacters, nullable: true }) owner?: string | null;
  @TextField({ max: ruleLimits.referenceCharacters, nullable: true }) reference?: string | null;
  @JsonObjectField({ nullable: true, description: 'Any data, at most 4 KB' }) meta?: object | null;
  @TextArrayField({ max: ruleLimits.tags, maxText: ruleLimits.tagCharacters, nullable: true }) tags?: string[] | null;
  @UuidArrayField({ max: limits.riskMatrixIds, nullable: true }) riskMatrixIds?: string[] | null;
  @UuidField({ nullable: true, description: 'The same as a list with one element' }) riskMatrixId?: string | null;

  @EnumField(evaluationModes, 'EvaluationMode', usual) evaluationMode?: string | null;
  @BooleanField({
    ...usual,
    description: 'After a hit, other actions of rules with lower priority in the same matrix are skipped',
  })
  stopOnMatch?: boolean | null;
  @NestedField(() => RuleScopeBody, {
    nullable: true,
    description: 'Scope of the rule; a missing key does not restrict it',
  })
  scope?: RuleScopeBody | null;
  @NestedField(() => CreationProvenanceBody, { nullable: true }) creationProvenance?: CreationProvenanceBody | null;

  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() organizationId?: unknown;
  @ReadOnlyField() names?: unknown;
  @ReadOnlyField() version?: unknown;
  @ReadOnlyField() previousVersionId?: unknown;
  @ReadOnlyField() activeVersion?: unknown;
  @ReadOnlyField() shadowVersion?: unknown;
  @ReadOnlyField() contentHash?: unknown;
  @ReadOnlyField() languageVersion?: unknown;
  @ReadOnlyField() cost?: unknown;
  @ReadOnlyField() unknownable?: unknown;
  @ReadOnlyField() guard?: unknown;
  @ReadOnlyField() guardState?: unknown;
  @ReadOnlyField() publication?: unknown;
  @ReadOnlyField() stats?: unknown;
  @ReadOnlyField() aiReview?: unknown;
  @ReadOnlyField() origin?: unknown;
  @ReadOnlyField() readOnly?: unknown;
  @ReadOnlyField() sharedEnabled?: unknown;
  @ReadOnlyField() createdBy?: unknown;
  @ReadOnlyField() createdAt?: unknown;
  @ReadOnlyField() updatedBy?: unknown;
  @ReadOnlyField() updatedAt?: unknown;
}

/** The fields of a rule that a caller can set, in either form. */
export class RuleBody extends RuleFormBody {
  @TextField({
    min: 1,
    max: ruleLimits.sourceCharacters,
    description: 'The rule as text: one rule with the lists it declares',
    example: exampleSource,
  })
  source?: string;
}

/** Body of `POST /rules`: `source`, or `conditions` and `actions`, or both if they match. */
export class CreateRuleBody extends RuleBody {
  /** Always `in_progress`, regardless of the sent value. */
  @ReadOnlyField() status?: unknown;
  /** Always false, regardless of the sent value. */
  @ReadOnlyField() enabled?: unknown;
}

/** The evidence that shows the effect of a rule in advance. */
export class EvidenceBody {
  @UuidField({ required: true, description: 'A completed dry run of exactly this content' }) dryRunId!: string;
}

/** Body of `PATCH /rules/{id}`. */
@ChangeBody()
export class ChangeRuleBody extends RuleBody {
  @EnumField(ruleStatuses, 'RuleStatus') status?: RuleStatus;
  @BooleanField() enabled?: boolean;
  @BooleanField({ description: 'The new version of an active rule is staged, and the current one keeps deciding' })
  stage?: boolean;
  @Field(
    { description: 'With the status `active` or `shadow` and no content: the version to publish' },
    { type: 'integer', minimum: 1, maximum: ruleLimits.version, readOnly: false },
    [Min(1), Max(ruleLimits.version), IsInt()],
  )
  override version?: number;
  @IfVersionField() ifVersion?: number;
  @TextField({ max: ruleLimits.reasonCharacters, nullable: true, description: 'Reason; stored with the version' })
  reason?: string | null;
  @NestedField(() => GuardBody, {
    nullable: true,
    description: 'Limits of the rule while it decides; needs `rules:publish`. DELETE /rules/{id}/guard removes it',
  })
  override guard?: GuardBody | null;
  @NestedField(() => EvidenceBody, { description: 'Evidence that the policy of the organization can require' })
  evidence?: EvidenceBody;
}
