import { reservedWords } from '@tamis/grammar';
import {
  costWeights,
  type ActionJson,
  type AggregateDeclaration,
  type CostClass,
  type Declaration,
  type Example,
  type ValueJson,
  encodeRule,
  readRules,
} from '@tamis/lang';
import { libraryCatalogue } from '../catalogue/library-catalogue.js';
import { platformTriggers } from '../enumerations/rule-triggers.js';
import { literalForms } from './literal-forms.js';
import { ruleActions } from './rule-actions.js';
import { signatureText } from './signature-text.js';

/**
 * Returns the JSON form of an expression in rule text, or `null` if the text is not an expression. `declares` contains the declarations it
 * needs.
 */
function valueExampleJson(text: string, declares = ''): ValueJson | null {
  const { file, diagnostics } = readRules(`${declares} rule r { on transaction let x = ${text} when x is present }`);
  const [rule] = file.rules;
  if (!rule || diagnostics.length > 0) return null;
  const lists = file.lists.map(({ name }) => name.text);
  return encodeRule(rule, lists).let[0]?.value ?? null;
}

/** Returns the JSON form of an action in rule text, or `null` if the text is not an action. */
function actionExampleJson(text: string): ActionJson | null {
  const { file, diagnostics } = readRules(`rule r { on transaction when true then ${text} }`);
  const [rule] = file.rules;
  if (!rule || diagnostics.length > 0) return null;
  return encodeRule(rule).actions[0] ?? null;
}

export interface CatalogueItem {
  readonly name: string;
  readonly kind: 'operator' | 'function' | 'aggregate' | 'action' | 'trigger' | 'literal';
  readonly textForm: string;
  /** For operators: the word or sign of the JSON form. */
  readonly jsonOperator?: string;
  /** All forms of use, separated by `; `. */
  readonly signature: string;
  /** `unknown` if the result is unknown as soon as an operand is, `never`, or a description. */
  readonly missing: string;
  readonly costClass: CostClass;
  readonly weight: number;
  readonly description: string;
  readonly example: { readonly text: string; readonly json: ValueJson | ActionJson | string | null };
  readonly since: number;
}

/** The body of `GET /rules/catalog`. */
export interface CatalogueDocument {
  readonly success: true;
  readonly languageVersion: number;
  readonly reservedWords: readonly string[];
  readonly operators: readonly CatalogueItem[];
  readonly functions: readonly CatalogueItem[];
  readonly aggregates: readonly CatalogueItem[];
  readonly actions: readonly CatalogueItem[];
  readonly triggers: readonly CatalogueItem[];
  readonly literals: readonly CatalogueItem[];
}

const valueExample = (text: string, declares = ''): CatalogueItem['example'] => ({
  text,
  json: valueExampleJson(text, declares),
});

/** The first example is the most informative one. */
const firstExample = ([first]: readonly Example[]): CatalogueItem['example'] =>
  valueExample(first?.text ?? '', first?.declares);

/** Operators that JSON writes as a sign or as a separate node. */
const jsonSigns: ReadonlyMap<string, string> = new Map([
  ['add', '+'],
  ['subtract', '-'],
  ['multiply', '*'],
  ['divide', '/'],
  ['negate', '$neg'],
  ['otherwise', '$otherwise'],
]);

/** The presence tests always have a result, regardless of what is missing. */
const neverUnknown: ReadonlySet<string> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty']);

function missingText({ name, kind, missing }: Declaration): string {
  if (kind === 'operator' && neverUnknown.has(name)) return 'never';
  return missing === 'strict' ? 'unknown' : missing.says;
}

const declared = (declaration: Declaration): CatalogueItem => ({
  name: declaration.name,
  kind: declaration.kind,
  textForm: declaration.form,
  ...(declaration.kind === 'operator' ? { jsonOperator: jsonSigns.get(declaration.name) ?? declaration.name } : {}),
  signature: declaration.signatures.map(signatureText).join('; '),
  missing: missingText(declaration),
  costClass: declaration.cost,
  weight: costWeights[declaration.cost],
  description: declaration.documentation,
  example: firstExample(declaration.examples),
  since: declaration.since,
});

/** Returns the cost class with a plain filter. Any other filter makes it c4. */
const aggregateClass = ({ readsRows }: AggregateDeclaration): CostClass => (readsRows === true ? 'c4' : 'c3');

const aggregateItem = (declaration: AggregateDeclaration): CatalogueItem => ({
  name: declaration.name,
  kind: 'aggregate',
  textForm: declaration.form,
  signature: declaration.value === 'none' ? '(records)' : '(value of records)',
  missing: `no records: ${declaration.empty}; a missing key: unknown`,
  costClass: aggregateClass(declaration),
  weight: costWeights[aggregateClass(declaration)],
  description: declaration.documentation,
  example: firstExample(declaration.examples),
  since: declaration.since,
});

const free = { costClass: 'c0', weight: costWeights.c0, since: 1 } as const;

const actionItems = (): readonly CatalogueItem[] =>
  ruleActions.map(({ name, form, settings, documentation, example }) => ({
    name,
    kind: 'action',
    textForm: form,
    signature: settings,
    missing: 'unknown values of a message print as (not known)',
    description: documentation,
    example: { text: example, json: actionExampleJson(example) },
    ...free,
  }));

/** Returns each trigger of the platform, with its targets and the word for it in a rule. */
function triggerItems(): readonly CatalogueItem[] {
  const targetsOf = { transaction: 'transaction', entity: 'person, company', userEvent: 'userEvent' } as const;
  const items = new Map<string, { readonly word: string; readonly targets: string[] }>();
  for (const [group, targets] of Object.entries(targetsOf))
    for (const [word, trigger] of Object.entries(platformTriggers[group as keyof typeof targetsOf])) {
      const item = items.get(trigger) ?? { word, targets: [] };
      item.targets.push(targets);
      items.set(trigger, item);
    }
  return [...items].map(([trigger, { word, targets }]) => ({
    name: trigger,
    kind: 'trigger',
    textForm: word,
    signature: targets.join(', '),
    missing: 'never',
    description: `Rules on ${targets.join(', ')} name it \`${word}\`.`,
    example: { text: `on ${targets[0]?.split(', ')[0] ?? ''} (${word})`, json: trigger },
    ...free,
  }));
}

const literalItems = (): readonly CatalogueItem[] =>
  literalForms.map(({ name, form, documentation, example }) => ({
    name,
    kind: 'literal',
    textForm: form,
    signature: name,
    missing: 'never',
    description: documentation,
    example: valueExample(example),
    ...free,
  }));

const words = (): readonly string[] =>
  reservedWords.flatMap(({ PATTERN }) => (PATTERN instanceof RegExp ? PATTERN.source.split('|') : []));

/** Returns everything that a rule can express, as the response of `GET /rules/catalog`, derived from the declarations. Pure JSON. */
export function catalogueDocument(): CatalogueDocument {
  const { languageVersion, operators, functions, aggregates } = libraryCatalogue;
  return {
    success: true,
    languageVersion,
    reservedWords: words(),
    operators: operators.map(declared),
    functions: functions.map(declared),
    aggregates: aggregates.map(aggregateItem),
    actions: actionItems(),
    triggers: triggerItems(),
    literals: literalItems(),
  };
}
