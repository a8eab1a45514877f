import type { ExpectedToken } from './cursor.js';
import type { Proposal } from './proposal.js';
import type { CompletionScope } from './completion-scope.js';
import { usedHeaders } from './token-context.js';
import type { TypedHole } from './typed-hole.js';

interface Phrase {
  readonly label: string;
  readonly insert?: string;
}

/** Words that are never written alone, with the text that an editor inserts for them; by token and production. */
const phrases: Readonly<Record<string, Phrase>> = {
  'Stop stopHeader': { label: 'stop on match' },
  'Effective effectiveHeader': { label: 'effective from' },
  'All group': { label: 'all', insert: 'all {\n  $0\n}' },
  'Any group': { label: 'any', insert: 'any {\n  $0\n}' },
  'None group': { label: 'none', insert: 'none {\n  $0\n}' },
  'At group': { label: 'at least', insert: 'at least ${1:2} of {\n  $0\n}' },
  'Alert alertAction': { label: 'alert', insert: 'alert ${1:MEDIUM} "${2:message}"' },
  'Set setStatusAction': { label: 'set status', insert: 'set status to ${1:status}' },
  'Assign assignAction': { label: 'assign', insert: 'assign to ${1|team,user|} "${2:id}"' },
  'Add addToListAction': { label: 'add', insert: 'add ${1:field} to ${2:list}' },
  'Open openCaseAction': { label: 'open case', insert: 'open case ${1:MEDIUM} "${2:message}"' },
  'Run runAutomationAction': { label: 'run automation', insert: 'run automation "${1:id}"' },
  'Notify notifyAction': { label: 'notify', insert: 'notify ${1|email,in_app|} "${2:message}"' },
  'Key keyAction': { label: 'key', insert: 'key "${1:name}"' },
  'Lists listTypeReference': { label: 'lists of type', insert: 'lists of type "${1:type}"' },
  'All period': { label: 'all time' },
  'Last period': { label: 'last', insert: 'last ${1:24h}' },
  'No expectNoAlert': { label: 'no alert' },
  'No outcome': { label: 'no hit' },
};

/** Returns `null` for a symbol. Words that also have an upper-case form are written in lower case. */
function wordOf({ pattern, token, rules }: ExpectedToken): Phrase | null {
  const phrase = phrases[`${token} ${rules.at(-1) ?? ''}`];
  if (phrase) return phrase;
  const source = pattern instanceof RegExp ? pattern.source : (pattern ?? '');
  const label = /^[a-z_]+(?=$|\|)/.exec(source)?.[0];
  return label === undefined ? null : { label };
}

/** Statements or declarations that may not follow a value that is not a condition. */
const afterCondition = new Set([
  'unknownClause',
  'thenClause',
  'testDeclaration',
  'ruleDeclaration',
  'letDeclaration',
  'whenClause',
]);

const nameOf = (situation: CompletionScope, at: number): string => situation.cursor.tokens[at]?.tokenType.name ?? '';

/** Whether the cursor is directly after the condition of the rule. */
function endsWhen({ cursor }: CompletionScope): boolean {
  const isBehindValue = cursor.expected.some(({ token, rules }) => token === 'Or' && rules.at(-1) === 'expression');
  const last = cursor.tokens.findLast(({ tokenType }) => ['When', 'Let', 'Given'].includes(tokenType.name));
  return isBehindValue && last?.tokenType.name === 'When';
}

const repeatable = new Set(['Decide']);

/** Returns what the brackets of an aggregate contain so far. */
function aggregateState(situation: CompletionScope): 'source' | 'value' | 'empty' {
  const { tokens } = situation.cursor;
  const bracket = situation.segment.aggregate;
  if (!bracket) return 'empty';
  const content = tokens.slice(bracket.at + 1).filter(({ tokenType }) => tokenType.name !== 'Distinct');
  if (content.length === 0) return 'empty';
  if (content.some(({ tokenType }) => ['Of', 'Prior', 'Last'].includes(tokenType.name))) return 'source';
  const isKnown = situation.catalogue.schema.sources.some(({ name }) => name === content[0]?.image);
  if (isKnown) return 'source';
  const steps = content.filter(({ tokenType }) => tokenType.name !== 'Dot').map(({ image }) => image);
  const field = situation.subjectFields.find(({ path }) => path === steps.join('.'));
  return field?.type.kind === 'list' && content.length > 1 ? 'source' : 'value';
}

/** Whether a word of an aggregate fits its content: links that the source has, or a window if its records have a time. */
function fitsAggregate({ token }: ExpectedToken, situation: CompletionScope): boolean {
  const state = aggregateState(situation);
  const bracket = situation.segment.aggregate;
  if (token === 'Distinct' && bracket)
    return (
      situation.catalogue.aggregate(
        nameOf(situation, bracket.at - 1) && (situation.cursor.tokens[bracket.at - 1]?.image ?? ''),
      )?.distinct !== undefined
    );
  if (token === 'Prior' || token === 'Last') return true;
  if (token === 'Of') return state === 'value';
  if (state !== 'source') return false;
  const source = situation.catalogue.schema.sources.find(({ name }) => name === situation.record);
  switch (token) {
    case 'From':
      return source?.sides.from !== undefined;
    case 'To':
      return source?.sides.to !== undefined;
    case 'Involving':
      return source?.sides.involving !== undefined;
    case 'Between':
      return source?.sides.between !== undefined;
    case 'Per':
      return source?.per === true;
    case 'In':
    case 'Since':
      return source?.timePath !== null && source !== undefined;
    default:
      return true;
  }
}

const inAggregate = new Set(['aggregate', 'sideLink', 'betweenLink', 'perLink', 'window']);

/** Whether a reserved or contextual word is possible at the cursor by the meaning of the text. */
function fits(expected: ExpectedToken, situation: CompletionScope, hole: TypedHole): boolean {
  const { token, rules } = expected;
  const rule = rules.at(-1) ?? '';
  const holder = rules.at(-2) ?? '';
  if (rule === 'languageVersion') return situation.cursor.document.declarations[0] === situation.cursor.placed;
  if (holder === 'header') return !usedHeaders(situation.cursor.around).has(token);
  if (holder === 'matrixClause') return repeatable.has(token) || !usedHeaders(situation.cursor.around).has(token);
  if (rule === 'conjunction' || rule === 'expression') return situation.isCondition;
  if (rule === 'negation' || rule === 'group') return hole.isFree && situation.segment.inside?.kind !== 'object';
  if (inAggregate.has(rule) && token !== 'And') return fitsAggregate(expected, situation);
  if (afterCondition.has(rule) && endsWhen(situation)) return situation.isCondition;
  return true;
}

/** Words that are proposed by type, with the literals and operators. */
const byType = new Set(['True', 'False']);

export function keywordProposals(
  expected: ExpectedToken,
  situation: CompletionScope,
  hole: TypedHole,
): readonly Proposal[] {
  if (byType.has(expected.token)) return [];
  const word = wordOf(expected);
  if (!word || !fits(expected, situation, hole)) return [];
  const { label, insert } = word;
  return [{ label, kind: 'keyword', ...(insert === undefined ? {} : { insert, isSnippet: true }) }];
}

const newRule = `rule \${1:key} "\${2:title}" {
  on     transaction (created)
  score  \${3:10}

  when \${4:condition}

  then alert \${5:MEDIUM} "\${6:message}"
}`;

const newTest = `test "\${1:what is expected}" {
  when transaction { \${2:amount: 100 USD} }
  expect \${3:hit}
}`;

/** Returns templates of whole declarations. */
export function snippetProposals({ token, rules }: ExpectedToken): readonly Proposal[] {
  if (token === 'Rule' && rules.at(-1) === 'ruleDeclaration')
    return [{ label: 'rule …', kind: 'snippet', insert: newRule, isSnippet: true, detail: 'a new rule' }];
  if (token === 'Test' && rules.at(-1) === 'testDeclaration')
    return [{ label: 'test …', kind: 'snippet', insert: newTest, isSnippet: true, detail: 'a new test' }];
  return [];
}
