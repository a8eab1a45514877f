import type { RuleDeclaration } from '../ast/rule-declaration.js';
import { sameTree } from '../ast/same-tree.js';
import type { SourceRange } from '../ast/syntax-node.js';
import type { Versions } from './edit-expression.js';
import type { ParsedRule, Span } from './parsed-rule.js';
import type { TextEdit } from './text-edit.js';

/** Headers in the order of the formatter. The keyword is null if the node includes it. */
const headers = [
  ['on', null],
  ['matrices', 'matrix'],
  ['category', 'category'],
  ['tags', 'tags'],
  ['scope', 'scope'],
  ['evaluate', 'evaluate'],
  ['stop', null],
  ['description', 'description'],
  ['owner', 'owner'],
  ['reference', 'reference'],
  ['mode', 'mode'],
  ['priority', 'priority'],
  ['score', 'score'],
  ['effective', null],
  ['meta', 'meta'],
] as const satisfies readonly (readonly [keyof RuleDeclaration, string | null])[];

type Header = (typeof headers)[number];

function nodesOf(rule: RuleDeclaration, key: Header[0]): readonly { readonly range: SourceRange | null }[] {
  const value = rule[key];
  if (value === null) return [];
  return 'range' in value ? [value] : value;
}

/** Returns the span including the keyword, or `null` if the rule does not have the header. */
function wholeHeader(placed: ParsedRule, [key, keyword]: Header): Span | null {
  const nodes = nodesOf(placed.rule, key);
  if (nodes.length === 0) return null;
  const span = placed.spanOf(nodes);
  return keyword === null ? span : { start: placed.keywordBefore(keyword, span.start) ?? span.start, end: span.end };
}

/** Returns where a new header is inserted: after the preceding header in the order, or otherwise after the opening brace. */
function insertionOffset(index: number, { before, after }: Versions): number | null {
  for (const header of headers.slice(0, index).reverse()) {
    const span = nodesOf(after.rule, header[0]).length === 0 ? null : wholeHeader(before, header);
    if (span !== null) return before.endOfLine(span.end);
  }
  const { key, title, range } = before.rule;
  const { end } = before.span(title ?? key);
  const brace = /^\s*\{/.exec(before.text.slice(end));
  return brace === null || range === null ? null : before.endOfLine(end + brace[0].length);
}

function editHeader(header: Header, index: number, { before, after }: Versions): readonly TextEdit[] {
  const [old, now] = [wholeHeader(before, header), wholeHeader(after, header)];
  if (old === null && now === null) return [];
  if (now === null) return [{ ...before.wholeLines(old as Span), newText: '' }];
  if (old === null) {
    const place = insertionOffset(index, { before, after });
    return place === null ? [] : [{ start: place, end: place, newText: `\n  ${after.slice(now).replace(/ +/, ' ')}` }];
  }
  const [key] = header;
  const [here, there] = [before.spanOf(nodesOf(before.rule, key)), after.spanOf(nodesOf(after.rule, key))];
  return [{ ...here, newText: after.slice(there) }];
}

function editTitle({ before, after }: Versions): readonly TextEdit[] {
  if (sameTree(before.rule.title, after.rule.title)) return [];
  const { end } = before.span(before.rule.key);
  const { title } = after.rule;
  const newText = title === null ? '' : ` ${after.slice(after.span(title))}`;
  return [{ start: end, end: before.rule.title === null ? end : before.span(before.rule.title).end, newText }];
}

/** Edits key, title and headers, each separately. */
export function editHeaders(versions: Versions): readonly TextEdit[] {
  const { before, after } = versions;
  const isKeySame = before.rule.key.text === after.rule.key.text;
  return [
    ...(isKeySame ? [] : [{ ...before.span(before.rule.key), newText: after.rule.key.text }]),
    ...editTitle(versions),
    ...headers.flatMap((header, index) =>
      sameTree(before.rule[header[0]], after.rule[header[0]]) ? [] : editHeader(header, index, versions),
    ),
  ];
}
