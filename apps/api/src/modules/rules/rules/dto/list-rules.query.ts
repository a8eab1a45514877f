import { ruleCategories } from '@tamis/library';
import {
  EnumField,
  Field,
  QueryBoolean,
  QueryEnumList,
  QueryInteger,
  QueryUuidList,
  TextField,
  UuidField,
} from '../../../../platform/http/index.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { ruleStatuses } from '../domain/rule-status.js';
import { ruleTargets } from './rule.bodies.js';
import { IsArray, Length } from 'class-validator';

const ruleOrders = ['name', 'priority', 'createdAt', 'updatedAt', 'score'] as const;
export type RuleOrder = (typeof ruleOrders)[number];

/** The data that a list can add to each rule. */
const ruleInclusions = ['stats', 'guardState'] as const;
export type RuleInclusion = (typeof ruleInclusions)[number];

const commaList = (value: unknown): unknown => (typeof value === 'string' ? value.split(',') : value);

/** Query of `GET /rules`. */
export class ListRulesQuery {
  @QueryInteger({ min: 1, max: 100_000 }) page: number = 1;
  @QueryInteger({ min: 1, max: ruleLimits.pageRows }) pageSize: number = ruleLimits.defaultPageRows;
  @QueryUuidList({
    max: ruleLimits.pageRows,
    description: `Ids of rules, comma-separated, at most ${ruleLimits.pageRows}`,
  })
  ruleIds?: string[];
  @EnumField(ruleStatuses, 'RuleStatus') status?: string;
  @EnumField(ruleCategories, 'RuleCategory') category?: string;
  @QueryBoolean() enabled?: boolean;
  @EnumField(ruleTargets, 'RuleTarget') targetEntityType?: string;
  @UuidField() riskMatrixId?: string;
  @TextField({ min: 1, max: 64 }) key?: string;
  @TextField({ min: 1, max: ruleLimits.ownerCharacters }) owner?: string;
  @Field(
    { description: 'Rules that carry all of these, separated by commas' },
    { type: String },
    [Length(1, ruleLimits.tagCharacters, { each: true }), IsArray()],
    {
      parse: commaList,
    },
  )
  tags?: string[];
  @EnumField(['tripped'], 'GuardFilter', { description: 'Rules with a tripped guard' })
  guard?: 'tripped';
  @TextField({ min: 1, max: 200, description: 'Searched in name, key and description' }) search?: string;
  @QueryEnumList(ruleInclusions, 'RuleInclusion', {
    description: 'Includes `stats` of the last 14 days and `guardState`',
  })
  include?: RuleInclusion[];
  @EnumField(ruleOrders, 'RuleOrder') sortBy: RuleOrder = 'updatedAt';
  @EnumField(['asc', 'desc'], 'SortOrder') sortOrder: 'asc' | 'desc' = 'desc';
}
