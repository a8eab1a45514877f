import { resolveOverload, type Declaration, type Type } from '@tamis/lang';
import type { ExpectedToken } from './cursor.js';
import type { Proposal } from './proposal.js';
import type { CompletionScope } from './completion-scope.js';

interface OperatorWord {
  /** The operator as it is written. */
  readonly text: string;
  /** Declarations of the catalogue that it may refer to. */
  readonly operators: readonly string[];
}

const lists = ['in', 'in_custom_list', 'in_list_type', 'in_ip_range'];
const contains = ['contains', 'contains_any', 'contains_all', 'contains_any_from_custom_list'];
const words = ['starts_with', 'ends_with', 'matches'];

/** Operators that may follow a value, by token. */
const byToken: Readonly<Record<string, OperatorWord>> = {
  Equal: { text: '=', operators: ['eq'] },
  NotEqual: { text: '!=', operators: ['neq'] },
  Less: { text: '<', operators: ['lt'] },
  LessOrEqual: { text: '<=', operators: ['lte'] },
  Greater: { text: '>', operators: ['gt'] },
  GreaterOrEqual: { text: '>=', operators: ['gte'] },
  In: { text: 'in', operators: lists },
  Between: { text: 'between', operators: ['between'] },
  Contains: { text: 'contains', operators: contains },
  Starts: { text: 'starts with', operators: ['starts_with'] },
  Ends: { text: 'ends with', operators: ['ends_with'] },
  Matches: { text: 'matches', operators: ['matches'] },
  Is: { text: 'is', operators: ['exists'] },
  Not: { text: 'not', operators: [...lists, 'between', ...contains, ...words] },
  Missing: { text: 'missing', operators: ['exists'] },
  Present: { text: 'present', operators: ['exists'] },
  Empty: { text: 'empty', operators: ['is_empty'] },
  Similar: { text: 'similar to', operators: ['fuzzy_match', 'fuzzy_match_custom_list'] },
  Multiple: { text: 'multiple of', operators: ['is_multiple_of'] },
  Outside: { text: 'outside operational hours of', operators: ['outside_entity_operational_hours'] },
  Inside: { text: 'inside operational hours of', operators: ['inside_entity_operational_hours'] },
  Within: { text: 'within', operators: ['within_distance', 'within_last'] },
  Before: { text: 'before', operators: ['before'] },
  After: { text: 'after', operators: ['after'] },
  Plus: { text: '+', operators: ['add'] },
  Minus: { text: '-', operators: ['subtract'] },
  Star: { text: '*', operators: ['multiply'] },
  Slash: { text: '/', operators: ['divide'] },
  Otherwise: { text: 'otherwise', operators: ['otherwise'] },
};

/** Grammar rules in which these tokens follow a value. */
const tails = new Set([
  'relation',
  'isPredicate',
  'wordRelation',
  'membership',
  'between',
  'contains',
  'startsWith',
  'endsWith',
  'matches',
  'similar',
  'multiple',
  'operationalHours',
  'within',
  'order',
  'sum',
  'product',
  'value',
  'conversion',
]);

const anyType: Type = { kind: 'any' };
const maxOperands = 4;

/** A text can be read as a date or an address, but an author who writes the name of a text field does not mean one. */
export const isReadAs = (type: Type, settled: Type | undefined): boolean =>
  type.kind !== 'text' || settled?.kind === 'text' || settled?.kind === 'any';

/** Whether some overload of an operator accepts the type as its first operand. */
function takes(declaration: Declaration | null, type: Type): boolean {
  if (!declaration) return false;
  for (let count = 1; count <= maxOperands; count++) {
    const operands = [type, ...Array.from({ length: count - 1 }, () => anyType)];
    const fit = resolveOverload(declaration.signatures, operands);
    if (fit && isReadAs(type, fit.operandTypes[0])) return true;
  }
  return false;
}

/** Returns the type of the value before `is` or `not is`, or of the value at the cursor. */
function leftType(situation: CompletionScope): Type | null {
  const { cursor, segment } = situation;
  const text = cursor.text.slice(segment.start, cursor.from);
  const value = /^(.*?)\s(?:is(?:\s+not)?|not)\s*$/s.exec(text)?.[1];
  return value === undefined ? situation.left.type : situation.typeOf(value);
}

export const isTail = ({ rules, token }: ExpectedToken): boolean =>
  tails.has(rules.at(-1) ?? '') && (token === 'As' || token in byToken) && !(rules.at(-1) === 'unary');

/** Returns the operators that fit the value before them. */
export function operatorProposals({ token }: ExpectedToken, situation: CompletionScope): readonly Proposal[] {
  const type = leftType(situation);
  if (!type) return [];
  if (token === 'As')
    return type.kind === 'money' || type.kind === 'any'
      ? [{ label: 'as', kind: 'operator', detail: 'in another currency' }]
      : [];
  const word = byToken[token];
  if (!word) return [];
  const found = word.operators.map((name) => situation.catalogue.operator(name)).find((each) => takes(each, type));
  if (!found) return [];
  const isSign = !/^[a-z]/.test(word.text);
  return [
    {
      label: word.text,
      kind: isSign ? 'operator' : 'keyword',
      detail: word.operators.length > 1 || token === 'Is' ? 'operator' : found.form,
      ...(token === 'Is' || token === 'Not' ? {} : { documentation: found.documentation }),
    },
  ];
}
