import type { Catalogue, VocabularyKind } from '@tamis/lang';
import { aggregates } from '../aggregates/index.js';
import { alertTypes } from '../enumerations/alert-types.js';
import { currencies, isoCurrencies } from '../enumerations/currencies.js';
import { dataListTypes } from '../enumerations/data-list-types.js';
import { decisions } from '../enumerations/decisions.js';
import { evaluationModes } from '../enumerations/evaluation-modes.js';
import { notificationChannels } from '../enumerations/notification-channels.js';
import { ruleCategories } from '../enumerations/rule-categories.js';
import { ruleEntityStatuses } from '../enumerations/rule-entity-statuses.js';
import { ruleModes } from '../enumerations/rule-modes.js';
import { ruleTargets } from '../enumerations/rule-targets.js';
import { entityTriggers, transactionTriggers, userEventTriggers } from '../enumerations/rule-triggers.js';
import { severities } from '../enumerations/severities.js';
import { suggestions } from '../enumerations/suggestions.js';
import { transactionStatuses } from '../enumerations/transaction-statuses.js';
import { unknownPolicies } from '../enumerations/unknown-policies.js';
import { schema } from '../fields/schema.js';
import { functions } from '../functions/index.js';
import { operators } from '../operators/index.js';
import { similarityAlgorithms } from '../similarity/similarity-algorithms.js';
import { patternProblem } from '../patterns/pattern-problem.js';

const words: Readonly<Record<VocabularyKind, readonly string[]>> = {
  severity: severities,
  suggestion: suggestions,
  category: ruleCategories,
  mode: ruleModes,
  unknown: unknownPolicies,
  target: ruleTargets,
  'trigger:transaction': transactionTriggers,
  'trigger:person': entityTriggers,
  'trigger:company': entityTriggers,
  'trigger:userEvent': userEventTriggers,
  'status:entity': ruleEntityStatuses,
  'status:transaction': transactionStatuses,
  decision: decisions,
  label: severities,
  evaluate: evaluationModes,
  channel: notificationChannels,
  algorithm: similarityAlgorithms,
  listType: dataListTypes,
  alertType: alertTypes,
  currency: currencies,
  'currency:iso': isoCurrencies,
};

const byName = <D extends { readonly name: string }>(declarations: readonly D[]): ReadonlyMap<string, D> =>
  new Map(declarations.map((declaration) => [declaration.name, declaration]));

const operatorsByName = byName(operators);
const functionsByName = byName(functions);
const aggregatesByName = byName(aggregates);

/** Everything that a rule author can name. */
export const libraryCatalogue: Catalogue = Object.freeze({
  languageVersion: 1,
  operator: (name: string) => operatorsByName.get(name) ?? null,
  function: (name: string) => functionsByName.get(name) ?? null,
  aggregate: (name: string) => aggregatesByName.get(name) ?? null,
  operators,
  functions,
  aggregates,
  schema,
  words: (place: VocabularyKind) => words[place],
  patternProblem,
});
