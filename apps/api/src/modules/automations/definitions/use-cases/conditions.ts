import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import type { Principal } from '../../../../platform/auth/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import {
  EvaluateCandidate,
  type EvaluableRecord,
  maskFor,
  type RecordType,
  ruleResult,
  type RuleResult,
} from '../../../decisions/evaluations/index.js';
import type { LoadedRuleSet } from '../../../decisions/rule-sets/index.js';
import { RuleCandidates } from '../../../rules/rules/index.js';
import type { ConditionJson } from '../domain/automation.js';
import type { Outcome } from '../domain/plan.js';
import { type ConditionRecord, type ConditionSubject, recordTypesOf } from '../domain/triggers.js';

/** Result of evaluating conditions. */
export interface ConditionOutcome {
  readonly outcome: Outcome;
  /** What was missing, if the outcome is unknown. */
  readonly because?: unknown;
  /** The leaves with their values, masked for the caller. */
  readonly leaves: RuleResult['conditions']['conditions'];
}

const outcomes: Readonly<Record<string, Outcome>> = { hit: 'true', no_hit: 'false', unknown: 'unknown' };

/** Conditions of automations: rules without actions about the record that the trigger provides. */
@Injectable()
export class Conditions {
  /**
   * Also caches errors, since conditions that do not fit a type will not fit it next time. Lists and shared names change, so entries expire
   * soon.
   */
  private readonly compiled = new LRUCache<string, LoadedRuleSet | ApiError>({ max: 2_000, ttl: 60_000 });

  constructor(
    private readonly rules: RuleCandidates,
    private readonly candidates: EvaluateCandidate,
  ) {}

  /** Throws 400 with the position of conditions that cannot be parsed or fit none of these subjects. */
  async check(
    organizationId: string,
    { conditions, path }: { readonly conditions: readonly ConditionJson[]; readonly path: string },
    about: readonly ConditionSubject[],
  ): Promise<void> {
    const types = recordTypesOf(about);
    const failed = await this.failureOf(organizationId, conditions, types);
    if (!failed) return;
    for (const [index, leaf] of conditions.entries()) {
      const own = await this.failureOf(organizationId, [leaf], types);
      if (own) throw invalid({ [`${path}[${index}]`]: messageOf(own) });
    }
    throw invalid({ [path]: messageOf(failed) });
  }

  /** Returns the first type that the conditions fit; `null` if they fit none. */
  async fittingType(
    organizationId: string,
    conditions: readonly ConditionJson[],
    types: readonly ConditionRecord[],
  ): Promise<ConditionRecord | null> {
    for (const type of types)
      if (!((await this.compile(organizationId, conditions, type, true)) instanceof ApiError)) return type;
    return null;
  }

  /** Evaluates conditions on the stored data. Throws 403 if the principal may not read the record. */
  async evaluate(
    principal: Principal,
    conditions: readonly ConditionJson[],
    record: EvaluableRecord,
  ): Promise<ConditionOutcome> {
    const set = await this.compile(principal.organizationId, conditions, record.recordType);
    // Fields that only other types of records have are missing here.
    if (set instanceof ApiError)
      return { outcome: 'unknown', because: [{ cause: 'missing', message: messageOf(set) }], leaves: [] };
    const [decided] = await this.candidates.evaluate(principal, record, set);
    const result = maskFor(
      principal,
      decided!,
      ruleResult(decided!, 0, { applied: null, isTraced: false, isAdvised: false, principal }),
    );
    return {
      outcome: outcomes[result.outcome]!,
      ...(result.unknownBecause !== undefined && { because: result.unknownBecause }),
      leaves: result.conditions.conditions,
    };
  }

  /** Compiles the conditions in advance, so that `evaluate` needs no further connection within its transaction. */
  async prepare(
    organizationId: string,
    conditions: readonly ConditionJson[],
    about: readonly ConditionSubject[],
  ): Promise<void> {
    for (const type of recordTypesOf(about)) await this.compile(organizationId, conditions, type);
  }

  /** Returns the first error if the conditions fit no type; otherwise `null`. */
  private async failureOf(
    organizationId: string,
    conditions: readonly ConditionJson[],
    types: readonly RecordType[],
  ): Promise<ApiError | null> {
    let first: ApiError | null = null;
    for (const type of types) {
      const made = await this.compile(organizationId, conditions, type, true);
      if (!(made instanceof ApiError)) return null;
      first ??= made;
    }
    return first;
  }

  private async compile(
    organizationId: string,
    conditions: readonly ConditionJson[],
    type: RecordType,
    isFresh = false,
  ): Promise<LoadedRuleSet | ApiError> {
    const key = `${organizationId} ${type} ${JSON.stringify(conditions)}`;
    const known = isFresh ? undefined : this.compiled.get(key);
    if (known) return known;
    const form = {
      ...{ key: 'conditions', name: 'Conditions of an automation', targetEntityTypes: [type] },
      conditions: { operator: 'AND', conditions },
    };
    const made = await this.rules.fromUnsaved(organizationId, { form }, {}).then(
      ({ set }) => set,
      (error: unknown) => {
        if (error instanceof ApiError && error.status < 500) return error;
        throw error;
      },
    );
    this.compiled.set(key, made);
    return made;
  }
}

function messageOf({ message, details, members }: ApiError): string {
  const diagnostics = (members?.['diagnostics'] ?? []) as readonly {
    readonly message?: string;
    readonly help?: string;
  }[];
  const [first] = diagnostics;
  if (first?.message !== undefined) return first.help === undefined ? first.message : `${first.message}; ${first.help}`;
  const [detail] = Object.entries(details ?? {});
  return detail ? `${detail[0]}: ${String(detail[1])}` : message;
}
