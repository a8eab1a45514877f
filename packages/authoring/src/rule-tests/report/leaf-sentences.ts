import { type LeafOutcome, type SetRule, describeCause } from '@tamis/engine';

import { childExpressions, printExpression, type Expression } from '@tamis/lang';
import type { EvaluatedCase } from '../expect/case-result.js';

const taggedKeys = ['$money', '$number', '$date', '$datetime', '$duration', '$distance'] as const;
const maxShown = 5;

/** Returns a JSON value as an author would write it. */
function shownJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.slice(0, maxShown).map(shownJson).join(', ')}${value.length > maxShown ? ', …' : ''}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  for (const key of taggedKeys) {
    const tagged = (value as Record<string, unknown>)[key];
    if (typeof tagged === 'string') return tagged;
  }
  return JSON.stringify(value);
}

function isLiteral(node: Expression): boolean {
  return node.kind.endsWith('Literal') && node.kind !== 'arrayLiteral';
}

/** Returns a sentence such as: `sent_1h >= 5` is false: sent_1h = 4. */
function leafSentence(leaf: LeafOutcome, rule: SetRule): string {
  const node = rule.items[leaf.index]?.node;
  if (!node) return '';
  const text = `\`${printExpression(node)}\``;
  const [first] = node.kind === 'operation' ? childExpressions(node) : [];
  const seen =
    leaf.actual === undefined || !first || isLiteral(first)
      ? ''
      : `${printExpression(first)} = ${shownJson(leaf.actual)}`;
  if (leaf.outcome === 'unknown') {
    const why = leaf.because ? describeCause(leaf.because) : '';
    const parts = [why, seen].filter((part) => part !== '').join('; ');
    return `${text} is unknown${parts === '' ? '' : `: ${parts}`}`;
  }
  return `${text} is ${leaf.outcome}${seen === '' ? '' : `: ${seen}`}`;
}

/** Returns sentences about the leaves that decided the outcome of the evaluated rules. */
export function decidingLeaves({ examined, rules }: EvaluatedCase, max = 4): readonly string[] {
  const sentences = examined.flatMap(({ rule, value, leaves }) => {
    const owner = rules[rule];
    if (!owner) return [];
    const against = value === true ? 'true' : value === false ? 'false' : 'unknown';
    const deciding = leaves.filter(({ outcome }) => outcome === against);
    const shown = (deciding.length > 0 ? deciding : leaves).map((leaf) => leafSentence(leaf, owner));
    return rules.length > 1 ? shown.map((sentence) => `${owner.checked.key}: ${sentence}`) : shown;
  });
  return sentences.length > max ? [...sentences.slice(0, max), `and ${sentences.length - max} more`] : sentences;
}
