import {
  type AggregateNode,
  type CheckedRule,
  childExpressions,
  type Expression,
  type FieldDeclaration,
} from '@tamis/lang';

import { isSensitive } from './sensitive-field.js';

type RuleTrees = Pick<CheckedRule, 'meaning' | 'lets' | 'matchTerms'>;

/** How many records there are says nothing of what stands in them. */
const countingAggregates: ReadonlySet<AggregateNode['function']> = new Set(['count', 'exists', 'share']);

/** Whether it is one, or is computed from one. */
export function isSensitiveField({ path, jsonPath, derived }: FieldDeclaration): boolean {
  const steps = [path, ...jsonPath, ...(derived?.reads ?? []).flat()];
  return steps.some((step) => isSensitive({ path: step }));
}

/** What an expression is made of: its parts, or what its name stands for. */
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

/** Whether an expression or one of its parts is made from a sensitive field. */
export function readsSensitive(node: Expression, rule: RuleTrees): boolean {
  const resolution = rule.meaning.resolution(node);
  if (resolution?.kind === 'field' && isSensitiveField(resolution.field)) return true;
  if (node.kind === 'aggregate' && node.source.steps.some((step) => isSensitive({ path: step }))) return true;
  return partsOf(node, rule).some((part) => readsSensitive(part, rule));
}

/**
 * Whether what an expression comes to tells of a sensitive field. True and false do not, or nothing could be explained, nor do counts
 * of records; everything else does that is made from one, its length included.
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
  // The score of a search tells how alike two names are, and its value is one of them.
  if (resolution?.kind === 'match') return rule.matchTerms.some((term) => readsSensitive(term, rule));
  return partsOf(node, rule).some((part) => tellsSensitive(part, rule));
}

/** Conditions; a field of type `any` that holds `true` is not one. */
function isTruth(node: Expression, { meaning }: RuleTrees): boolean {
  return meaning.type(meaning.expanded(node)).kind === 'bool';
}
