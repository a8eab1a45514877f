import {
  explainRule,
  gatherFacts,
  InMemoryFacts,
  whatIf,
  type RecordSource,
  type RuleTrace,
  type EvaluationParams,
} from '@tamis/engine';
import type { CheckedRule, DataTables } from '@tamis/lang';
import type { CheckedInput } from '../check-input.js';
import type { ProjectSettings } from '../input/project-settings.js';
import type { Event } from '../input/read-event.js';
import { draftSet } from './draft-set.js';

/** The result of a rule for an event, and the changes that would make it hit. */
export interface Explanation {
  readonly trace: RuleTrace;
  readonly wouldHitWith: readonly string[];
}

/** What a project adds to an event. */
export interface ExplainProject {
  readonly settings: ProjectSettings;
  /** The event's own tables replace those of the project. */
  readonly tables: DataTables;
}

/** Evaluates one rule on its own, regardless of its triggers and its status. */
export function explainOn(
  rule: CheckedRule,
  { file }: CheckedInput,
  event: Event,
  project: ExplainProject,
): Explanation {
  const draft: CheckedRule = { ...rule, mode: 'live', effective: null, triggers: [] };
  const set = draftSet([{ rule: draft, lists: file.lists.map(({ name }) => name.text) }], project.settings);
  const run: EvaluationParams = {
    target: event.target ?? rule.targets[0] ?? 'transaction',
    trigger: 'manual',
    now: event.now,
    matrices: rule.matrices,
    stage: rule.evaluate,
    evaluationId: rule.key,
  };
  const source = new InMemoryFacts({ tables: { ...project.tables, ...event.tables } });
  for (const { source: name, record } of event.records) source.add(record, name as RecordSource);
  const { context } = event;
  const facts = gatherFacts(set, context, run, source);
  const trace = explainRule(set.inspectRule(0, context, facts, run));
  const found = trace.matched ? [] : whatIf(set, { context, facts, params: run }, { kind: 'hit', rule: 0 });
  return { trace, wouldHitWith: found.map(({ changes }) => changes.join(' and ')) };
}
