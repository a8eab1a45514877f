import { parsePath, type FieldDeclaration } from '@tamis/lang';
import type { ExpectedToken } from './cursor.js';
import { namesOf } from './names.js';
import type { Proposal } from './proposal.js';
import type { CompletionScope } from './completion-scope.js';
import { stepProposals } from './values.js';

type PathSource = (situation: CompletionScope) => readonly Proposal[];

const ofKind =
  (...kinds: readonly FieldDeclaration['type']['kind'][]): PathSource =>
  (situation) =>
    stepProposals(
      situation.subjectFields.filter(({ type }) => kinds.includes(type.kind)),
      situation.path.steps,
      situation,
    );

const entities = ofKind('entity');

const anyField: PathSource = (situation) => stepProposals(situation.subjectFields, situation.path.steps, situation);

/** Records that can be counted, and lists of the subject. */
export const sources: PathSource = (situation) => [
  ...(situation.path.steps.length > 0
    ? []
    : situation.catalogue.schema.sources.map(({ name }) => ({
        label: name,
        kind: 'word' as const,
        detail: 'records',
      }))),
  ...ofKind('list')(situation),
];

const recordKeys: PathSource = (situation) => stepProposals(situation.recordFields, situation.path.steps, situation);

const scopeKeys = ['countries', 'entityTypes', 'paymentMethods', 'transactionTypes'];

/** Returns the tokens before the `{` of the outermost object around the cursor, and the keys that lead to the cursor. */
function objectAround({ open, cursor }: CompletionScope): { head: readonly string[]; keys: readonly string[] } {
  const { tokens } = cursor;
  const objects = open.filter(({ kind }) => kind === 'object');
  const [first] = objects;
  if (!first) return { head: [], keys: [] };
  const keys = objects
    .slice(1)
    .flatMap(({ at }) => (tokens[at - 1]?.tokenType.name === 'Colon' ? [tokens[at - 2]?.image ?? ''] : []));
  const heads = ['Given', 'When', 'Scope', 'With', 'Meta', 'Vary'];
  let start = first.at - 1;
  while (start > 0 && !heads.includes(tokens[start]?.tokenType.name ?? '')) start--;
  return { head: tokens.slice(start, first.at).map(({ image }) => image), keys };
}

/** Returns the fields below a word of the subject, without the word itself. */
function below(
  situation: CompletionScope,
  target: 'transaction' | 'person' | 'company',
  head: string,
): readonly FieldDeclaration[] {
  return situation.catalogue.schema.fields(target).flatMap((field) => {
    const [first, ...rest] = parsePath(field.path) ?? [];
    return first === head && rest.length > 0 ? [{ ...field, path: rest.join('.') }] : [];
  });
}

const linked: readonly Proposal[] = ['from', 'to'].map((label) => ({ label, kind: 'field', detail: 'linked entity' }));

function keysOf(situation: CompletionScope): readonly Proposal[] {
  const { head, keys } = objectAround(situation);
  const [word = '', name = '', records] = head;
  const prefix = [...keys, ...situation.path.steps];
  const steps = (fields: readonly FieldDeclaration[]): readonly Proposal[] => stepProposals(fields, prefix, situation);
  if (word === 'scope') return scopeKeys.map((label) => ({ label, kind: 'field', detail: 'where the rule applies' }));
  if (word === 'with' || word === 'meta') return [];
  const thing = records && /^\d/.test(name) ? records : name;
  const { schema } = situation.catalogue;
  if (thing === 'transaction')
    return [...steps(schema.recordFields('transactions')), ...(prefix.length > 0 ? [] : linked)];
  if (schema.sources.some((source) => source.name === thing))
    return [...steps(schema.recordFields(thing)), ...(prefix.length > 0 ? [] : linked)];
  if (thing === 'person' || thing === 'company')
    return [...steps(below(situation, thing, thing)), ...steps(below(situation, thing, 'entity'))];
  if (thing === 'entity')
    return steps(below(situation, situation.targets[0] === 'company' ? 'company' : 'person', 'entity'));
  return steps(below(situation, 'transaction', thing === 'destination' ? 'destination' : 'origin'));
}

const varied: PathSource = (situation) =>
  stepProposals(
    situation.targets[0] === 'transaction'
      ? situation.catalogue.schema.recordFields('transactions')
      : situation.subjectFields,
    situation.path.steps,
    situation,
  );

/** Sources of the possible paths, by the surrounding grammar rule. Expressions are handled with the values. */
const byRule: Readonly<Record<string, PathSource>> = {
  sideLink: entities,
  betweenLink: entities,
  perLink: recordKeys,
  source: sources,
  qualifiedSource: sources,
  alertAction: anyField,
  setStatusAction: entities,
  operationalHours: entities,
  listMapping: ofKind('text', 'number', 'ip', 'entity', 'enum', 'country', 'currency', 'any'),
  matches: (situation) => namesOf(situation, 'Const'),
  entry: keysOf,
  varyStep: varied,
  outcome: anyField,
};

/** Returns the grammar rule that the path is part of: `primary` for an expression, or one of the above. */
export function pathHolder({ rules }: ExpectedToken): string {
  const at = rules.lastIndexOf('path');
  return at < 0 ? '' : (rules[at - 1] ?? '');
}

export const pathPositionProposals = (
  expected: ExpectedToken,
  situation: CompletionScope,
): readonly Proposal[] | null => byRule[pathHolder(expected)]?.(situation) ?? null;
