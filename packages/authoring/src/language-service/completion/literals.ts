import { printText, type Type } from '@tamis/lang';
import type { Proposal } from './proposal.js';
import type { CompletionScope } from './completion-scope.js';
import type { TypedHole } from './typed-hole.js';

const durations = ['1h', '24h', '7d', '30d', '90d'];

const element = (type: Type): Type => (type.kind === 'list' ? type.element : type);

const value = (label: string, detail: string): Proposal => ({ label, kind: 'value', detail });

/** Returns the frequent values of the field on the other side, according to the statistics, for a text or country. */
function topValues(text: string, situation: CompletionScope): readonly string[] {
  const path = /([A-Za-z_][\w.]*)\s*(?:=|!=|in|not in|contains)?\s*\[?[^\]]*$/.exec(text)?.[1] ?? '';
  const known = situation.cursor.project.options.schemaStatistics?.[path]?.topValues ?? [];
  return known.filter((each) => typeof each === 'string');
}

/** Returns the most useful literals of a type. */
function literalsOf(type: Type, situation: CompletionScope): readonly Proposal[] {
  switch (type.kind) {
    case 'enum':
      return type.values.map((each) => value(printText(each), type.name));
    case 'bool':
      return ['true', 'false'].map((each) => value(each, 'true or false'));
    case 'currency':
      return situation.catalogue.words('currency').map((each) => value(printText(each), 'currency'));
    case 'duration':
      return durations.map((each) => value(each, 'duration'));
    case 'money':
      return [
        {
          label: '1_000 USD',
          kind: 'value',
          insert: '${1:1_000} ${2:USD}',
          isSnippet: true,
          detail: 'an amount with its currency',
        },
      ];
    case 'text':
    case 'country':
      return topValues(situation.segment.text, situation).map((each) => value(printText(each), 'frequent value'));
    default:
      return [];
  }
}

/** Proposes values that fit the other side of the operator. */
export function literalProposals(situation: CompletionScope, hole: TypedHole): readonly Proposal[] {
  const { segment } = situation;
  if (situation.path.steps.length > 0) return [];
  if (segment.text.trim() === '') return entryLiterals(situation);
  const { sibling } = hole;
  if (!sibling) return [];
  const wanted = element(sibling.type);
  const literals = literalsOf(wanted, situation);
  const fits = hole.expressions(literals.map(({ label }) => label));
  return literals.filter((_literal, index) => fits[index]);
}

/** Returns the matching texts, with their quotes, for a position in quotes after `[` or `=`. */
export const quotedLiterals = (situation: CompletionScope, hole: TypedHole): readonly Proposal[] =>
  literalProposals(situation, hole).filter(({ label }) => label.startsWith('"'));

function entryLiterals(situation: CompletionScope): readonly Proposal[] {
  const { tokens } = situation.cursor;
  if (tokens.at(-1)?.tokenType.name !== 'Colon') return [];
  const type = entryType(situation);
  return type ? literalsOf(element(type), situation) : [];
}

/** Returns the type of the field that the key before the cursor names, in a fixture. */
function entryType(situation: CompletionScope): Type | null {
  const { tokens, project } = situation.cursor;
  const steps: string[] = [];
  let index = tokens.length - 2;
  while (index >= 0 && /^[A-Za-z_"]/.test(tokens[index]?.image ?? '')) {
    steps.unshift(tokens[index]?.image ?? '');
    if (tokens[index - 1]?.tokenType.name !== 'Dot') break;
    index -= 2;
  }
  const { schema } = project.options.catalogue;
  for (const { name } of schema.sources) {
    const field = schema.recordField(name, steps);
    if (field) return field.type;
  }
  for (const head of ['origin', 'person', 'company', 'entity'])
    for (const target of ['transaction', 'person', 'company'] as const) {
      const field = schema.field(target, [head, ...steps]);
      if (field) return field.type;
    }
  return null;
}
