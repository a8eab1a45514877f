import type { Expression } from '../ast/expression.js';
import type { LetDeclaration } from '../ast/let-declaration.js';
import { sameTree } from '../ast/same-tree.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import { commonLength, editExpression, type Versions } from './edit-expression.js';
import type { ParsedRule } from './parsed-rule.js';
import type { TextEdit } from './text-edit.js';

/** Consecutive lines of a rule: `let`s, or actions. */
interface Lines<N> {
  readonly before: readonly N[];
  readonly after: readonly N[];
  readonly indent: string;
  /** Returns the edits for a single changed line, or `null` if it has to be written anew. */
  readonly change: (before: N, after: N) => readonly TextEdit[] | null;
  /** Edits that add the first lines of their kind, or remove all of them; `null` if the position cannot be determined. */
  readonly open: (text: string) => TextEdit | null;
  readonly close: () => TextEdit | null;
}

function editLines<N extends SyntaxNode>(lines: Lines<N>, versions: Versions): readonly TextEdit[] {
  const { before, after } = lines;
  const shorter = Math.min(before.length, after.length);
  const head = commonLength(before, after, shorter);
  const tail = commonLength(before, after, shorter - head, true);
  const gone = before.slice(head, before.length - tail);
  const come = after.slice(head, after.length - tail);
  const written = (nodes: readonly N[]): string =>
    nodes.map((node) => versions.after.slice(versions.after.span(node))).join(`\n${lines.indent}`);
  const some = (edit: TextEdit | null): readonly TextEdit[] => (edit === null ? [] : [edit]);
  if (gone.length === 0 && come.length === 0) return [];
  if (after.length === 0) return some(lines.close());
  if (before.length === 0) return some(lines.open(written(come)));
  if (gone.length === come.length)
    return gone.flatMap((node, index) => {
      const other = come[index] ?? node;
      if (sameTree(node, other)) return [];
      return lines.change(node, other) ?? [{ ...versions.before.span(node), newText: written([other]) }];
    });
  if (gone.length === 0) {
    const previous = before[head - 1];
    if (previous !== undefined) {
      const place = versions.before.endOfLine(versions.before.span(previous).end);
      return [{ start: place, end: place, newText: `\n${lines.indent}${written(come)}` }];
    }
    const { start } = versions.before.spanOf(before);
    return [{ start, end: start, newText: `${written(come)}\n${lines.indent}` }];
  }
  const span = versions.before.spanOf(gone);
  if (come.length > 0) return [{ ...span, newText: written(come) }];
  const next = before[before.length - tail];
  // The first action is on the same line as `then`, so the next one moves up to it.
  if (head === 0 && next !== undefined)
    return [{ start: span.start, end: versions.before.span(next).start, newText: '' }];
  return [{ ...versions.before.wholeLines(span), newText: '' }];
}

/** Returns where `when` begins, or `null` if there is a comment between it and its condition. */
const whenStart = (placed: ParsedRule, when: Expression): number | null =>
  placed.keywordBefore('when', placed.withParentheses(placed.span(when)).start);

/** Returns the end of the condition including `unknown`. */
const conditionEnd = ({ before }: Versions): number => {
  const { when, unknown } = before.rule;
  const end = unknown === null ? when && before.withParentheses(before.span(when)).end : before.span(unknown).end;
  return before.endOfLine(end ?? 0);
};

export function editLets(versions: Versions): readonly TextEdit[] {
  const { before, after } = versions;
  const lets = before.rule.lets;
  const change = (old: LetDeclaration, now: LetDeclaration): readonly TextEdit[] | null =>
    old.name.text === now.name.text ? editExpression(old.value, now.value, versions) : null;
  const open = (text: string): TextEdit | null => {
    const start = before.rule.when === null ? null : whenStart(before, before.rule.when);
    return start === null ? null : { start, end: start, newText: `${text}\n\n  ` };
  };
  const close = (): TextEdit => ({ ...before.wholeLines(before.spanOf(lets)), newText: '' });
  return editLines({ before: lets, after: after.rule.lets, indent: '  ', change, open, close }, versions);
}

export function editActions(versions: Versions): readonly TextEdit[] {
  const { before, after } = versions;
  const { actions } = before.rule;
  const open = (text: string): TextEdit => {
    const start = conditionEnd(versions);
    return { start, end: start, newText: `\n\n  then ${text}` };
  };
  const close = (): TextEdit | null => {
    const { start, end } = before.spanOf(actions);
    const then = before.keywordBefore('then', start);
    return then === null ? null : { ...before.wholeLines({ start: then, end }), newText: '' };
  };
  const indent = ' '.repeat('  then '.length);
  const lines = { before: actions, after: after.rule.actions, indent, change: () => null, open, close };
  return editLines(lines, versions);
}

/** Edits the condition. With `whole`, it is written anew rather than only where it changed. */
export function editWhen({ before, after }: Versions, whole: boolean): readonly TextEdit[] {
  const [old, now] = [before.rule.when, after.rule.when];
  if (old === null || now === null || sameTree(old, now)) return [];
  if (!whole) return editExpression(old, now, { before, after });
  const span = before.withParentheses(before.span(old));
  return [{ ...span, newText: after.slice(after.withParentheses(after.span(now))) }];
}

export function editUnknown(versions: Versions): readonly TextEdit[] {
  const { before, after } = versions;
  const [old, now] = [before.rule.unknown, after.rule.unknown];
  if (sameTree(old, now)) return [];
  if (old !== null && now !== null) return [{ ...before.span(old), newText: now.text }];
  if (old !== null) {
    const { start, end } = before.span(old);
    const keyword = before.keywordBefore('unknown', start);
    return keyword === null ? [] : [{ ...before.wholeLines({ start: keyword, end }), newText: '' }];
  }
  const place = conditionEnd(versions);
  return [{ start: place, end: place, newText: `\n  unknown ${now?.text ?? ''}` }];
}
