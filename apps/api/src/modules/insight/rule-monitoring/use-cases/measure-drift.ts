import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type FieldDeclaration, parsePath, Unknown, type Value } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { limits } from '../../../../platform/limits.js';
import { isSensitive, type RecordType, targetByRecordType } from '../../../decisions/evaluations/index.js';
import {
  CountEvaluations,
  findFirstCountedHour,
  ratesOf,
  readRuleCounts,
  sumCounts,
} from '../../../decisions/rule-counters/index.js';
import {
  fieldValue,
  sampleRecords,
  type SampledRecord,
  type ValueSettings,
} from '../../../decisions/record-samples/index.js';
import { readOrganizationDefaults, RuleSets } from '../../../decisions/rule-sets/index.js';
import { fieldsUsed, GuardReferences, type Rule } from '../../../rules/rules/index.js';
import {
  type Drift,
  driftStatus,
  driftPeriods,
  type DriftPeriods,
  type InputDrift,
  inputStatus,
} from '../domain/drift.js';
import { stabilityOf } from '../domain/population-stability.js';

/** The records of one type in the reference period and now. */
interface Samples {
  readonly reference: readonly SampledRecord[];
  readonly now: readonly SampledRecord[];
}

/** Detects whether an active rule and its inputs still behave as before. */
@Injectable()
export class MeasureDrift {
  constructor(
    private readonly database: TenantDatabase,
    private readonly counting: CountEvaluations,
    private readonly ruleSets: RuleSets,
    private readonly references: GuardReferences,
    private readonly secrets: Secrets,
  ) {}

  /** Measures the active version. For a rule that is not evaluated, measures none. */
  async measure(rule: Rule, now: Date): Promise<Drift> {
    const { organizationId, id: ruleId } = rule;
    const version = rule.activeVersion ?? rule.shadowVersion ?? rule.version;
    await this.counting.catchUp(organizationId);
    const client = this.database.forOrganization(organizationId);
    const times = driftPeriods(await findFirstCountedHour(client, organizationId, { ruleId, version }), now);
    const expected = await this.database.transaction(organizationId, (inside) =>
      this.references.findByContent(inside, rule),
    );
    const ratesIn = (time: DriftPeriods['window'] | null) =>
      this.readRates(client, organizationId, { ruleId, version }, time);
    const observed = await ratesIn(times.window);
    const before = expected
      ? { hitRate: expected.hits / expected.executions, unknownRate: expected.unknowns / expected.executions }
      : await ratesIn(times.reference);
    const hitRate = { expected: before.hitRate, observed: observed.hitRate };
    const unknownRate = { expected: before.unknownRate, observed: observed.unknownRate };
    const inputs = await this.measureInputs(rule, version, times);
    return {
      status: driftStatus({ inputs, unknownRate }),
      reference: times.reference && {
        ...toIsoPeriod(times.reference),
        ...(expected && { dryRunId: expected.dryRunId }),
      },
      window: toIsoPeriod(times.window),
      hitRate: { ...hitRate, factor: factorOf(hitRate) },
      unknownRate,
      inputs,
    };
  }

  private async readRates(
    client: Queryable,
    organizationId: string,
    { ruleId, version }: { readonly ruleId: string; readonly version: number },
    time: DriftPeriods['window'] | null,
  ) {
    if (!time) return { hitRate: null, unknownRate: null };
    const query = { ruleIds: [ruleId], version, ...time, unit: 'week' as const, timezone: 'UTC' };
    return ratesOf(sumCounts((await readRuleCounts(client, organizationId, query)).map(({ counts }) => counts)));
  }

  /** Measures the fields of records that the rule reads. */
  private async measureInputs(
    rule: Rule,
    version: number,
    { reference, window }: DriftPeriods,
  ): Promise<readonly InputDrift[]> {
    const { organizationId } = rule;
    const client = this.database.forOrganization(organizationId);
    const set = await this.ruleSets.loadActive(client, organizationId);
    const found = set.compiled.rules.find(({ content }) => content.ruleId === rule.id && content.version === version);
    if (!found) return [];
    const settings = await readOrganizationDefaults(client, organizationId);
    const paths = fieldsUsed([found.checked]).map(({ path }) => path);
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    const inputs = new Map<string, InputDrift>();
    for (const recordType of (rule.text.form.targetEntityTypes ?? []) as readonly RecordType[]) {
      const sample = (time: DriftPeriods['window']) =>
        sampleRecords(client, organizationId, { recordType, ...time, maxRecords: limits.driftRecords, numbers });
      const samples = { reference: reference ? await sample(reference) : [], now: await sample(window) };
      for (const path of paths) {
        const field = libraryCatalogue.schema.field(targetByRecordType[recordType], parsePath(path) ?? []);
        if (!field || inputs.has(path)) continue;
        await setImmediate();
        inputs.set(path, inputDrift(field, samples, settings));
      }
    }
    return [...inputs.values()];
  }
}

function inputDrift(field: FieldDeclaration, { reference, now }: Samples, settings: ValueSettings): InputDrift {
  const valuesOf = (records: readonly SampledRecord[]): readonly Value[] =>
    records.flatMap((record) => {
      const value = fieldValue(field, record, settings);
      return value instanceof Unknown ? [] : [value];
    });
  const [before, after] = [valuesOf(reference), valuesOf(now)];
  const fillRate = { reference: fillRateOf(before, reference), now: fillRateOf(after, now) };
  const stability = stabilityOf(before, after, field.type);
  const psi = stability?.psi ?? null;
  const topChange = stability && !isSensitive(field) ? stability.topChange : null;
  return { path: field.path, fillRate, psi, status: inputStatus({ psi, fillRate }), topChange };
}

/** With fewer records, the share that has a field is not meaningful. */
const minRecords = 100;

const fillRateOf = (values: readonly Value[], records: readonly SampledRecord[]): number | null =>
  records.length < minRecords ? null : values.length / records.length;

const factorOf = ({ expected, observed }: { readonly expected: number | null; readonly observed: number | null }) =>
  expected === null || observed === null || expected === 0 ? null : observed / expected;

const toIsoPeriod = ({ from, to }: DriftPeriods['window']) => ({ from: from.toISOString(), to: to.toISOString() });
