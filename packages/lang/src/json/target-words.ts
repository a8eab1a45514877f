import type { PathTarget } from '../paths/path-scope.js';

/** A target of a rule: its word in the text and in JSON, the form of its paths, and its triggers by word. */
export interface TargetWords {
  readonly word: string;
  readonly json: string;
  readonly paths: PathTarget;
  readonly triggers: ReadonlyMap<string, string>;
}

const everywhere: readonly [string, string][] = [
  ['manual', 'manual_evaluation'],
  ['scheduled', 'scheduled'],
];

const entityTriggers: ReadonlyMap<string, string> = new Map([
  ['created', 'entity_created'],
  ['updated', 'entity_updated'],
  ['status_changed', 'entity_status_changed'],
  ['enriched', 'enrichment_completed'],
  ['materialized', 'relationships_materialized'],
  ['kyc_completed', 'kyc_validation_completed'],
  ['monitoring_hit', 'monitoring_hit'],
  ...everywhere,
]);

/** Language manual 1.4, triggers. */
export const targetWords: readonly TargetWords[] = [
  {
    word: 'transaction',
    json: 'transaction',
    paths: 'transaction',
    triggers: new Map([
      ['created', 'transaction_created'],
      ['updated', 'transaction_updated'],
      ['status_changed', 'transaction_status_changed'],
      ...everywhere,
    ]),
  },
  { word: 'person', json: 'person', paths: 'entity', triggers: entityTriggers },
  { word: 'company', json: 'company', paths: 'entity', triggers: entityTriggers },
  {
    word: 'userEvent',
    json: 'user_event',
    paths: 'userEvent',
    triggers: new Map([['created', 'user_event_created'], ...everywhere]),
  },
];

/** Returns how paths of a rule on these targets are written. A rule without targets is read as one on transactions. */
export const pathTargetOf = (words: readonly string[]): PathTarget =>
  targetWords.find(({ word }) => words.includes(word))?.paths ?? 'transaction';
