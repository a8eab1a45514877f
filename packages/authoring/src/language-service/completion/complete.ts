import type { CompletionItem, Position } from 'vscode-languageserver-types';
import type { Project } from '../project/project.js';
import { cursorAt, type Cursor, type ExpectedToken } from './cursor.js';
import { aggregateProposals, functionProposals } from './functions.js';
import { keywordProposals, snippetProposals } from './keywords.js';
import { literalProposals } from './literals.js';
import { isTail, operatorProposals } from './operators.js';
import { pathHolder, pathPositionProposals, sources } from './path-positions.js';
import { completionItem, type Proposal } from './proposal.js';
import { cursorInHole, listTexts, quotedProposals } from './quoted.js';
import { CompletionScope } from './completion-scope.js';
import { TypedHole } from './typed-hole.js';
import { pathProposals } from './values.js';
import { isWordPosition, wordProposals } from './words.js';

/** Durations, for positions where the grammar accepts nothing else. */
const durationPlaces = new Set(['length', 'alertAction', 'givenRecords']);
const durations: readonly Proposal[] = ['1h', '24h', '7d', '30d'].map((label) => ({
  label,
  kind: 'value',
  detail: 'duration',
}));

/** Proposes a path or a word of a fixed list, for tokens that the grammar calls names. */
function nameProposals(expected: ExpectedToken, situation: CompletionScope, hole: TypedHole): readonly Proposal[] {
  if (isWordPosition(expected)) return wordProposals(expected, situation);
  const holder = pathHolder(expected);
  if (holder === '') return [];
  const elsewhere = pathPositionProposals(expected, situation);
  if (elsewhere) return elsewhere;
  if (holder !== 'primary') return [];
  const aggregate = situation.aggregateValue;
  // `count(` is followed by records; the other aggregates first take a value of them.
  if (aggregate?.value === 'none' && situation.segment.text.trim() === '')
    return isDistinct(situation) ? pathProposals(situation, hole) : sources(situation);
  return pathProposals(situation, hole);
}

function isDistinct({ segment, cursor }: CompletionScope): boolean {
  const at = segment.inside?.at ?? -2;
  return cursor.tokens[at + 1]?.tokenType.name === 'Distinct';
}

function proposalsFor(expected: ExpectedToken, situation: CompletionScope, hole: TypedHole): readonly Proposal[] {
  const { token, rules } = expected;
  const rule = rules.at(-1) ?? '';
  if (token === 'Name' || token === 'ExpectedWord') return nameProposals(expected, situation, hole);
  if (token === 'CallName') return takesRecords(situation) ? [] : functionProposals(situation, hole);
  if (token === 'AggregateWord') return aggregateProposals(situation, hole);
  if (token === 'Text') return rule === 'literal' ? [] : listTexts(expected, situation.cursor);
  if (token === 'Duration') return durationPlaces.has(rule) ? durations : [];
  if (isTail(expected) && !(rule === 'similar' && token === 'In')) return operatorProposals(expected, situation);
  const keywords = keywordProposals(expected, situation, hole);
  return keywords.length === 0 ? [] : [...keywords, ...snippetProposals(expected)];
}

function takesRecords(situation: CompletionScope): boolean {
  return situation.aggregateValue?.value === 'none' && !isDistinct(situation);
}

function proposalsAt(cursor: Cursor): readonly Proposal[] {
  const situation = new CompletionScope(cursor);
  const hole = new TypedHole(situation);
  const hasLiterals = cursor.expected.some(({ rules }) => rules.at(-1) === 'literal') && !takesRecords(situation);
  return [
    ...(hasLiterals ? literalProposals(situation, hole) : []),
    ...cursor.expected.flatMap((expected) => proposalsFor(expected, situation, hole)),
  ];
}

/** Returns everything that is possible at a position, by grammar and by type. */
export function complete(uri: string, position: Position, project: Project): readonly CompletionItem[] {
  const document = project.document(uri);
  const cursor = document && cursorAt(document, position, project);
  if (!cursor) return [];
  const inHole = cursorInHole(cursor);
  const at = inHole ?? cursor;
  const proposals = at.quoted === null ? proposalsAt(at) : quotedProposals(at);
  const found = new Map<string, Proposal>();
  for (const proposal of proposals) if (!found.has(proposal.label)) found.set(proposal.label, proposal);
  return [...found.values()].map((proposal) => completionItem(proposal, at.replace));
}
