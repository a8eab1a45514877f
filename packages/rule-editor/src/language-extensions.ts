import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip } from '@codemirror/view';
import type { CompletionItem, Hover, TextEdit } from 'vscode-languageserver-types';
import { offsetAt, positionAt } from './positions.js';
import type { Language } from './start-language.js';

/** CodeMirror’s names for the kinds of the Language Server Protocol. */
const completionTypes: Readonly<Record<number, string>> = {
  3: 'function',
  5: 'property',
  6: 'variable',
  10: 'property',
  12: 'constant',
  13: 'enum',
  14: 'keyword',
  15: 'text',
  20: 'enum',
  21: 'constant',
};

const textOf = (documentation: CompletionItem['documentation']): string =>
  typeof documentation === 'string' ? documentation : (documentation?.value ?? '');

/** Returns plain paragraphs: emphasis marks are removed, and nothing is interpreted as markup. */
function paragraphs(text: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'rule-text';
  for (const part of text.split(/\n{2,}/)) {
    const code = /^```\w*\n([^]*?)\n?```$/.exec(part.trim());
    const paragraph = document.createElement(code ? 'pre' : 'p');
    paragraph.textContent = code ? code[1]! : part.replace(/\*\*|`/g, '');
    element.append(paragraph);
  }
  return element;
}

function toCompletion(item: CompletionItem): Completion {
  const { label, kind, detail, insertText, textEdit, insertTextFormat, documentation } = item;
  const text = textEdit?.newText ?? insertText ?? label;
  const type = completionTypes[kind ?? 0];
  const told = textOf(documentation);
  return {
    label,
    apply: insertTextFormat === 2 ? snippet(text.replace(/\$(\d+)/g, '$${$1}')) : text,
    ...(detail !== undefined && { detail }),
    ...(type !== undefined && { type }),
    ...(told !== '' && { info: () => paragraphs(told) }),
  };
}

/** Returns where the word to complete begins: as reported by the service, or else at the word's first character. */
function startOf(items: readonly CompletionItem[], context: CompletionContext): number {
  const { state, pos } = context;
  const edit = items.find(({ textEdit }) => textEdit && 'range' in textEdit)?.textEdit as TextEdit | undefined;
  return edit ? offsetAt(state.doc, edit.range.start) : (context.matchBefore(/\w*/)?.from ?? pos);
}

export const completions = (language: Language): Extension =>
  autocompletion({
    override: [
      async (context: CompletionContext): Promise<CompletionResult | null> => {
        const before = context.matchBefore(/[\w."]+/);
        if (!context.explicit && !before) return null;
        const items = await language.ask('completion', positionAt(context.state.doc, context.pos));
        if (context.aborted || items.length === 0) return null;
        const from = startOf(items, context);
        return { from, options: items.map(toCompletion), validFor: /^\w*$/ };
      },
    ],
  });

function hoverText({ contents }: Hover): string {
  if (typeof contents === 'string') return contents;
  if (Array.isArray(contents))
    return contents.map((each) => (typeof each === 'string' ? each : each.value)).join('\n\n');
  return contents.value;
}

export const hovers = (language: Language): Extension =>
  hoverTooltip(async (view, pos) => {
    const hover = await language.ask('hover', positionAt(view.state.doc, pos));
    if (!hover) return null;
    const { doc } = view.state;
    const [from, to] = hover.range ? [offsetAt(doc, hover.range.start), offsetAt(doc, hover.range.end)] : [pos, pos];
    return { pos: from, end: to, create: () => ({ dom: paragraphs(hoverText(hover)) }) };
  });

/** Applies edits from the language to the text as a single undo step. */
export function applyEdits(view: EditorView, edits: readonly TextEdit[]): void {
  const { doc } = view.state;
  const changes = edits.map(({ range, newText }) => ({
    from: offsetAt(doc, range.start),
    to: offsetAt(doc, range.end),
    insert: newText,
  }));
  if (changes.length > 0) view.dispatch({ changes, userEvent: 'input.fix' });
}
