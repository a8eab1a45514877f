import { Injectable } from '@nestjs/common';

import { assertPermission, type Principal } from '../../../../platform/auth/index.js';
import { invalid, stringifyJson } from '../../../../platform/http/index.js';
import type { EvaluableRecord } from '../../../decisions/evaluations/index.js';
import { Integrations } from '../../../enrichment/integrations/index.js';
import {
  type Automation,
  automationLimits,
  Conditions,
  fillPlaceholders,
  type JsonObject,
  type Plan,
  planOf,
  ReadAutomations,
  readsOf,
  triggerOf,
} from '../../definitions/index.js';
import { type ExecutionSubject, firstState, stateBehind } from '../domain/execution.js';
import { reportOf, type TestedNode, type TestedRecord, type TestReport } from '../domain/test-report.js';
import { PastEvents } from './past-events.js';
import { SubjectRecords } from './subject-records.js';

export interface TestRequest {
  readonly data?: JsonObject | undefined;
  readonly entityId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly history?: { readonly from: string; readonly to: string; readonly limit?: number | undefined } | undefined;
}

/** Result of a test on one record, or on many. */
export type TestOutcome =
  | { readonly mode: 'sample' | 'record'; readonly tested: TestedRecord }
  | { readonly mode: 'history'; readonly report: TestReport; readonly estimatedCostCents: number };

/** Determines what an automation would do, without doing it. */
@Injectable()
export class TestAutomation {
  constructor(
    private readonly automations: ReadAutomations,
    private readonly conditions: Conditions,
    private readonly records: SubjectRecords,
    private readonly past: PastEvents,
    private readonly integrations: Integrations,
  ) {}

  /**
   * Tests an automation. Throws 404, 400 unless exactly one thing to test on is given, and 403 for records that the caller may not read.
   */
  async test(principal: Principal, id: string, request: TestRequest): Promise<TestOutcome> {
    const { organizationId } = principal;
    const automation = await this.automations.get(organizationId, id);
    const { data: sample, entityId, transactionId, history } = request;
    if ([sample, entityId, transactionId, history].filter((each) => each !== undefined).length !== 1)
      throw invalid({ data: 'give exactly one of data, entityId, transactionId and history' });
    if (history) return this.testHistory(principal, automation, history);
    const subject = { ...(entityId && { entityId }), ...(transactionId && { transactionId }) };
    if (sample === undefined) {
      const record = await this.records.require(organizationId, subject);
      const data = { ...(await this.records.told(principal, record)), ...subject };
      const tested = await this.walk(principal, automation, { subject, record, data, at: null });
      return { mode: 'record', tested };
    }
    const record = await this.sampleRecord(principal, automation, sample);
    const about = { subject: {}, record, data: sample, at: null };
    return { mode: 'sample', tested: await this.walk(principal, automation, about) };
  }

  /**
   * Tests stored records that would have started the automation. Throws 400 for a trigger whose events are not stored, and 403 for a caller
   * who may not read them.
   */
  private async testHistory(
    principal: Principal,
    automation: Automation,
    { from, to, limit = automationLimits.testRecords }: NonNullable<TestRequest['history']>,
  ): Promise<TestOutcome> {
    const { organizationId, triggerType } = automation;
    for (const permission of readsOf(triggerType)) assertPermission(principal, permission);
    const period = { from: new Date(from), to: new Date(to), limit };
    if (period.from >= period.to) throw invalid({ 'history.to': 'must be after from' });
    const tested: TestedRecord[] = [];
    for (const { subject, payload, at } of await this.past.find(automation, period)) {
      const record = await this.records.find({ organizationId, trigger: subject }, triggerOf(triggerType).about);
      tested.push(await this.walk(principal, automation, { subject, record, data: { ...payload, ...subject }, at }));
    }
    const plan = planOf(automation);
    const report = reportOf(plan, tested, automationLimits.testSamples);
    return { mode: 'history', report, estimatedCostCents: await this.costOf(organizationId, plan, report) };
  }

  /** Reads sent data as the record that the trigger would provide; returns `null` if it is not a record. */
  private async sampleRecord(
    { organizationId }: Principal,
    { triggerType }: Automation,
    data: JsonObject,
  ): Promise<EvaluableRecord | null> {
    const [about] = triggerOf(triggerType).about;
    if (!about) return null;
    const inner = data[about === 'entity' ? 'entity' : 'transaction'];
    const record = typeof inner === 'object' && inner !== null ? inner : data;
    return this.records.readSample(organizationId, about, { record, raw: stringifyJson(record), rates: [] });
  }

  private async walk(
    principal: Principal,
    automation: Automation,
    about: {
      readonly subject: ExecutionSubject;
      readonly record: EvaluableRecord | null;
      readonly data: JsonObject;
      readonly at: Date | null;
    },
  ): Promise<TestedRecord> {
    const plan = planOf(automation);
    const seen = new Map<string, TestedNode>();
    let state = firstState(plan.first);
    while (state.queue.length > 0) {
      const nodeId = state.queue[0]!;
      const node = plan.nodes.get(nodeId)!;
      const next = plan.next.get(nodeId)!;
      if (node.kind === 'condition') {
        const found = about.record
          ? await this.conditions.evaluate(principal, node.conditions, about.record)
          : {
              outcome: 'unknown' as const,
              because: [{ cause: 'missing', message: 'the record does not exist' }],
              leaves: [],
            };
        const { outcome, because, leaves } = found;
        seen.set(nodeId, { nodeId, kind: 'condition', reached: true, outcome, because, conditions: leaves });
        state = stateBehind(state, nodeId, next[outcome]);
        continue;
      }
      const { type, config } = node.action;
      const roots = { event: { data: about.data }, variables: state.variables, results: {}, payload: {} };
      const { value, missing } = fillPlaceholders(config, { data: about.data, roots });
      const action = { type, config: value, missingPaths: missing };
      seen.set(nodeId, { nodeId, kind: 'action', reached: true, action });
      const variables =
        type === 'set_variable'
          ? { ...state.variables, [String(value['name'])]: String(value['value']) }
          : state.variables;
      state = { ...stateBehind(state, nodeId, next.true), variables };
    }
    const nodes = [...plan.nodes.values()].map(
      ({ id, kind }): TestedNode => seen.get(id) ?? { nodeId: id, kind, reached: false },
    );
    return { record: { ...about.subject }, at: about.at, nodes };
  }

  /** Returns the cost of the enrichments that were reached, at current prices. */
  private async costOf(organizationId: string, plan: Plan, { nodes }: TestReport): Promise<number> {
    let cents = 0;
    for (const { nodeId, reached } of nodes) {
      const node = plan.nodes.get(nodeId)!;
      if (node.kind !== 'action' || node.action.type !== 'run_enrichment') continue;
      const codes = (node.action.config['integrationCodes'] ?? []) as readonly string[];
      const known = await this.integrations.forOrganization(organizationId, codes);
      cents += reached * [...known.values()].reduce((sum, { priceCents }) => sum + priceCents, 0);
    }
    return cents;
  }
}
