import type { NumberLiteral } from '../ast/number-literal.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { RuleTarget } from '../ast/rule-target.js';
import type { ActionJson } from './action-json.js';
import { encodeAction } from './encode-action.js';
import type { MetadataByNode } from './condition-metadata.js';
import { encodeConditions } from './encode-conditions.js';
import {
  encodeScope,
  type DeclaredNames,
  type EncodeContext,
  type EncodeScope,
  type NameKind,
} from './encode-context.js';
import { encodeNumber } from './encode-literal.js';
import { encodeObject } from './encode-object.js';
import { encodeValue } from './encode-value.js';
import type { RuleJson } from './rule-json.js';
import { pathTargetOf, targetWords } from './target-words.js';

/** Names that a rule can use. If only the names are given, they are lists. */
export type Declared = Iterable<string> | DeclaredNames;

const isKinds = (declared: Declared): declared is DeclaredNames => declared instanceof Map;

/** Returns the context for a rule: the names declared with it, and its `let`s. */
export function encodeContextOf(rule: RuleDeclaration, declared: Declared, marks?: MetadataByNode): EncodeContext {
  const names: DeclaredNames = new Map<string, NameKind>([
    ...(isKinds(declared) ? declared : [...declared].map((name) => [name, 'list'] as const)),
    ...rule.lets.map(({ name }) => [name.text, 'let'] as const),
  ]);
  const target = pathTargetOf(rule.on?.targets.map(({ text }) => text) ?? []);
  return { target, names, ...(marks === undefined ? {} : { marks }) };
}

/** Words that are not targets or triggers are kept as written, to be reported by the checker. */
function encodeTarget(on: RuleTarget | null): Pick<RuleJson, 'targetEntityTypes' | 'triggers'> {
  if (on === null) return {};
  const words = on.targets.map(({ text }) => text);
  const targets = targetWords.filter(({ word }) => words.includes(word));
  const triggers = on.triggers.flatMap(({ text }) => {
    const known = targets.flatMap((target) => target.triggers.get(text) ?? []);
    return known.length === 0 ? [text] : known;
  });
  return {
    targetEntityTypes: words.map((text) => targetWords.find(({ word }) => word === text)?.json ?? text),
    ...(triggers.length === 0 ? {} : { triggers: [...new Set(triggers)] }),
  };
}

function headers(rule: RuleDeclaration): Partial<RuleJson> {
  const { title, description, category, priority, score, unknown, mode } = rule;
  const numbers = (key: 'priority' | 'score', literal: NumberLiteral | null) =>
    literal === null ? {} : { [key]: encodeNumber(literal.text) };
  return {
    ...(title === null ? {} : { name: title.value }),
    ...(description === null ? {} : { description: description.value }),
    ...(category === null ? {} : { category: category.text }),
    ...numbers('priority', priority),
    ...numbers('score', score),
    ...(unknown === null ? {} : { unknown: unknown.text }),
    ...(mode === null ? {} : { mode: mode.text }),
    ...(rule.evaluate === null ? {} : { evaluationMode: rule.evaluate.text }),
    ...(rule.stop === null ? {} : { stopOnMatch: true }),
    ...(rule.owner === null ? {} : { owner: rule.owner.value }),
    ...(rule.reference === null ? {} : { reference: rule.reference.value }),
  };
}

/** Encodes `scope` and `effective` together. A scope without restrictions is omitted. */
function encodeRuleScope({ scope, effective }: RuleDeclaration, names: EncodeScope): Pick<RuleJson, 'scope'> {
  const lists = scope === null ? {} : encodeObject(scope, names);
  if (effective === null) return Object.keys(lists).length === 0 ? {} : { scope: lists };
  const { from, until } = effective;
  const temporalWindow = { from: from.text, ...(until === null ? {} : { to: until.text }) };
  return { scope: { ...lists, temporalWindow } };
}

/** Encodes headers that are lists or objects. Empty ones are omitted. */
function structuredHeaders(rule: RuleDeclaration, names: EncodeScope): Partial<RuleJson> {
  const { matrices, tags, meta } = rule;
  return {
    ...(matrices.length === 0 ? {} : { riskMatrixIds: matrices.map(({ text }) => text) }),
    ...(tags === null || tags.items.length === 0 ? {} : { tags: tags.items.map((tag) => encodeValue(tag, names)) }),
    ...encodeRuleScope(rule, names),
    ...(meta === null || meta.entries.length === 0 ? {} : { meta: encodeObject(meta, names) }),
  };
}

/** Returns the actions of a rule, as in `encodeRule`. */
export function encodeActions(rule: RuleDeclaration, declared: Declared = []): readonly ActionJson[] {
  const scope = encodeScope(encodeContextOf(rule, declared));
  return rule.actions.map((action) => encodeAction(action, scope));
}

/**
 * Returns the JSON form of a rule. `declared` contains the names it can use. `marks` contains ids and layout hints that an earlier
 * `decodeRule` found for the same tree. Never throws. `decodeRule` restores the identical tree, except for tests and empty headers.
 */
export function encodeRule(rule: RuleDeclaration, declared: Declared = [], marks?: MetadataByNode): RuleJson {
  const context = encodeContextOf(rule, declared, marks);
  const scope = encodeScope(context);
  return {
    key: rule.key.text,
    ...headers(rule),
    ...encodeTarget(rule.on),
    ...structuredHeaders(rule, scope),
    let: rule.lets.map(({ name, value }) => ({ name: name.text, value: encodeValue(value, scope) })),
    conditions: rule.when === null ? null : encodeConditions(rule.when, context),
    actions: encodeActions(rule, declared),
  };
}
