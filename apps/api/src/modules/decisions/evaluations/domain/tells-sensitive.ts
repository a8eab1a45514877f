import {
  type AggregateNode,
  type CheckedRule,
  childExpressions,
  type Expression,
  type FieldDeclaration,
} from '@tamis/lang';

import { isSensitive } from './sensitive-field.js';

type RuleTrees = Pick<CheckedRule, 'meaning' | 'lets' | 'matchTerms'>;

/** The number of records reveals nothing about their content. */
const countingAggregates: ReadonlySet<AggregateNode['function']> = new Set(['count', 'exists', 'share']);

/** Returns whether a field is sensitive or derived from a sensitive one. */
export function isSensitiveField({ path, jsonPath, derived }: FieldDeclaration): boolean {
  const steps = [path, ...jsonPath, ...(derived?.reads ?? []).flat()];
  return steps.some((step) => isSensitive({ path: step }));
}

/** Returns the parts of an expression, or what its name refers to. */
function partsOf(node: Expression, { meaning, lets, matchTerms }: RuleTrees): readonly Expression[] {
  const resolution = meaning.resolution(node);
  switch (resolution?.kind) {
    case 'let':
      return lets.slice(resolution.index, resolution.index + 1).map(({ value }) => value);
    case 'expansion':
      return [resolution.body];
    case 'template':
      return resolution.parts.filter((part) => typeof part !== 'string');
    case 'match':
      return matchTerms;
    default:
      return childExpressions(node);
  }
}

/** Returns whether an expression or one of its parts reads a sensitive field. */
export function readsSensitive(node: Expression, rule: RuleTrees): boolean {
  const resolution = rule.meaning.resolution(node);
  if (resolution?.kind === 'field' && isSensitiveField(resolution.field)) return true;
  if (node.kind === 'aggregate' && node.source.steps.some((step) => isSensitive({ path: step }))) return true;
  return partsOf(node, rule).some((part) => readsSensitive(part, rule));
}

/**
 * Returns whether the value of an expression reveals a sensitive field. Booleans do not, since nothing could be explained otherwise, nor do
 * counts of records. Everything else derived from a sensitive field does, including its length.
 */
export function tellsSensitive(node: Expression, rule: RuleTrees): boolean {
  const { meaning } = rule;
  if (meaning.constant(node) !== undefined || isTruth(node, rule)) return false;
  if (node.kind === 'aggregate') {
    if (countingAggregates.has(node.function)) return false;
    return (
      node.source.steps.some((step) => isSensitive({ path: step })) ||
      (node.value !== null && tellsSensitive(node.value, rule))
    );
  }
  const resolution = meaning.resolution(node);
  if (resolution?.kind === 'field') return isSensitiveField(resolution.field);
  // The score of a search reveals the similarity of two names, and its value is one of them.
  if (resolution?.kind === 'match') return rule.matchTerms.some((term) => readsSensitive(term, rule));
  return partsOf(node, rule).some((part) => tellsSensitive(part, rule));
}

/** Returns whether an expression is a condition. A field of type `any` that contains `true` is not. */
function isTruth(node: Expression, { meaning }: RuleTrees): boolean {
  return meaning.type(meaning.expanded(node)).kind === 'bool';
}
