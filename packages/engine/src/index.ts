// Layers, each of which imports only those before it: rules, facts, outcome; windows, plan; compile; evaluate; explain, gather;
// rule-set; summary.
export * from './outcome/about-field.js';
export * from './evaluate/applies-to.js';
export { isShadow } from './evaluate/conclude.js';
export * from './outcome/effect.js';
export * from './evaluate/effects-of-rule.js';
export * from './facts/environment.js';
export * from './outcome/format-message.js';
export * from './outcome/format-value.js';
export * from './facts/evaluation-params.js';
export * from './outcome/evaluation-outcome.js';
export * from './evaluate/is-in-scope.js';
export * from './evaluate/undecided-rules.js';
export * from './outcome/value-to-json.js';
export { withoutProbe } from './explain/hidden-probe.js';
export type { IsHidden } from './explain/explain-context.js';
export * from './explain/explain-rule.js';
export type { RuleInspector, TraceRate, TraceRead } from './evaluate/rule-inspector.js';
export type { RowsInView } from './compile/read-rows.js';
export * from './explain/trace-node.js';
export * from './explain/what-if.js';
export * from './plan/fact-needs.js';
export * from './facts/fact-source.js';
export * from './facts/facts.js';
export * from './facts/fold-request.js';
export {
  requestFacts,
  requestMoreFacts,
  foldFacts,
  gatherFacts,
  mergeFacts,
  reuseFacts,
  type KnownFacts,
} from './gather/gather-facts.js';
export * from './gather/in-memory-facts.js';
export { linkKey } from './facts/link-key.js';
export * from './plan/print-fact-needs.js';
export * from './limits.js';
export type { MatchStrategy } from './plan/choose-strategy.js';
export * from './rules/check-rule-set.js';
export * from './rule-set/compile-rule-set.js';
export * from './evaluate/compiled-rule-set.js';
export * from './rules/set-rule.js';
export * from './rule-set/joint-rule-sets.js';
export * from './rule-set/plan-report.js';
export * from './rules/rule-set-content.js';
export * from './rules/rule-set-version.js';
export * from './summary/applied-actions.js';
export * from './summary/describe-cause.js';
export * from './summary/matrices-executed.js';
export * from './summary/prepare-summary.js';
export { withSyntaxTrees } from './rules/lean-rule.js';
export type { AggregateRequest } from './facts/aggregate-request.js';
export { recordTime } from './facts/record-time.js';
export type { FoldedWindows } from './gather/folded-windows.js';
