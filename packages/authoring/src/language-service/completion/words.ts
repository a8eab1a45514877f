import type { Target, VocabularyKind } from '@tamis/lang';
import type { ExpectedToken } from './cursor.js';
import { namesOf } from './names.js';
import type { Proposal } from './proposal.js';
import type { CompletionScope } from './completion-scope.js';

type Words = (situation: CompletionScope) => readonly Proposal[];

const proposals = (words: readonly string[], detail: string): readonly Proposal[] =>
  words.map((label) => ({ label, kind: 'word', detail }));

const placed =
  (place: VocabularyKind, detail: string): Words =>
  ({ catalogue }) =>
    proposals(catalogue.words(place), detail);

const fixed =
  (words: readonly string[], detail: string): Words =>
  () =>
    proposals(words, detail);

const decisions = fixed(['APPROVE', 'REVIEW_REQUIRED', 'HOLD', 'REJECT'], 'decision');
const labels = fixed(['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], 'label');

/** Statuses of a transaction if the rule changes those, otherwise statuses of an entity. */
const statuses: Words = ({ catalogue, cursor, targets }) => {
  const names = cursor.tokens.map(({ tokenType }) => tokenType.name);
  const isOf = names.slice(names.lastIndexOf('Set')).includes('Of');
  const place: VocabularyKind = targets[0] === 'transaction' && !isOf ? 'status:transaction' : 'status:entity';
  return proposals(catalogue.words(place), 'status');
};

const triggers: Words = ({ catalogue, targets }) => {
  const places = targets.map((target: Target) => catalogue.words(`trigger:${target}`));
  const [first = [], ...others] = places;
  return proposals(
    first.filter((word) => others.every((words) => words.includes(word))),
    'trigger',
  );
};

const expected: Words = (situation) => {
  const subject = situation.cursor.tokens.at(-1)?.tokenType.name;
  if (subject === 'Decision') return decisions(situation);
  if (subject === 'Label') return labels(situation);
  if (subject === 'Suggestion') return placed('suggestion', 'suggestion')(situation);
  return [...statuses(situation), ...proposals(situation.catalogue.words('status:entity'), 'status')];
};

const inOnHeader: Words = (situation) =>
  situation.open.at(-1)?.kind === 'triggers' ? triggers(situation) : placed('target', 'target')(situation);

const lists: Words = (situation) => namesOf(situation, 'List');

/** Kinds of fixtures that `given` may describe in a test. */
const fixtureKinds: Words = (situation) => [
  ...proposals(
    ['origin', 'destination', 'entity', 'person', 'company', 'instrument', 'relationships', 'now'],
    'part of the test',
  ),
  ...situation.catalogue.functions
    .filter(({ name }) => /^(?:ip|bin|is|geo)[A-Z]/.test(name))
    .map(({ name, form }): Proposal => ({ label: name, kind: 'function', detail: form })),
];

/** Constants and parameters, for grammar rules where the name of a duration is allowed. */
const named: Words = (situation) => [...namesOf(situation, 'Const'), ...namesOf(situation, 'Param')];

/** Sources of the possible words, by grammar rule. */
const byRule: Readonly<Record<string, Words>> = {
  onHeader: inOnHeader,
  matrixTargets: placed('target', 'target'),
  matrixHeader: (situation) => namesOf(situation, 'Matrix'),
  categoryHeader: placed('category', 'category'),
  modeHeader: placed('mode', 'mode'),
  evaluateHeader: fixed(['sync', 'async'], 'when the rule is evaluated'),
  unknownClause: placed('unknown', 'how unknown is handled'),
  alertAction: placed('severity', 'severity'),
  openCaseAction: placed('severity', 'severity'),
  expectAlert: placed('severity', 'severity'),
  expectCase: placed('severity', 'severity'),
  suggestAction: placed('suggestion', 'suggestion'),
  setStatusAction: statuses,
  notifyAction: fixed(['email', 'in_app'], 'channel'),
  expectNotification: fixed(['email', 'in_app'], 'channel'),
  conversion: placed('currency', 'currency'),
  similar: fixed(['name_words', 'jaro_winkler', 'levenshtein', 'token_set', 'phonetic'], 'algorithm'),
  period: fixed(['day', 'week', 'month', 'quarter', 'year'], 'calendar unit'),
  length: named,
  listMapping: lists,
  givenList: lists,
  expectList: lists,
  testDeclaration: (situation) => namesOf(situation, 'Rule'),
  whenStep: placed('target', 'event'),
  givenThing: fixtureKinds,
  givenRecords: ({ catalogue }) =>
    proposals(
      catalogue.schema.sources.map(({ name }) => name),
      'records',
    ),
  expectWord: expected,
  threshold: fixed(['low', 'medium', 'high'], 'threshold'),
  band: decisions,
  otherwiseClause: decisions,
};

const nameTokens = new Set(['Name', 'ExpectedWord']);

export const isWordPosition = ({ token, rules }: ExpectedToken): boolean =>
  nameTokens.has(token) && (rules.at(-1) ?? '') in byRule;

/** Words that are already before the cursor in the same comma-separated list are not proposed again. */
export function wordProposals({ rules }: ExpectedToken, situation: CompletionScope): readonly Proposal[] {
  const rule = rules.at(-1) ?? '';
  const { tokens } = situation.cursor;
  // After `at`, the name of a threshold is allowed. Only `using` is followed by an algorithm.
  if (rule === 'similar' && tokens.at(-1)?.tokenType.name !== 'Using') return named(situation);
  const before = new Set<string>();
  for (let index = tokens.length - 1; tokens[index]?.tokenType.name === 'Comma'; index -= 2)
    before.add(tokens[index - 1]?.image ?? '');
  return (byRule[rule]?.(situation) ?? []).filter(({ label }) => !before.has(label));
}
