import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import {
  activateHover,
  closeHoverTooltips,
  type EditorView,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
} from '@codemirror/view';
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

/** Returns lines about the values of a field, for a rule about this type of record. */
export type DescribeField = (path: string, target: string) => Promise<readonly string[]>;

const targetLine = /^[ \t]*on[ \t]+(\w+)/gm;

/** Returns the type of record that the rule at an offset is about. */
const targetAt = (text: string, offset: number): string =>
  [...text.slice(0, offset).matchAll(targetLine)].at(-1)?.[1] ?? 'transaction';

function list(lines: readonly string[]): HTMLElement {
  const element = document.createElement('ul');
  for (const line of lines) element.append(Object.assign(document.createElement('li'), { textContent: line }));
  return element;
}

const hovers = (language: Language, describe: DescribeField | undefined) =>
  hoverTooltip(async (view, pos) => {
    const { doc } = view.state;
    const hover = await language.ask('hover', positionAt(doc, pos));
    if (!hover) return null;
    const [from, to] = hover.range ? [offsetAt(doc, hover.range.start), offsetAt(doc, hover.range.end)] : [pos, pos];
    const dom = paragraphs(hoverText(hover));
    dom.setAttribute('role', 'status');
    const path = doc.sliceString(from, to).replace(/^current\./, '');
    // The text is shown at once; the figures follow when they are there.
    void describe?.(path, targetAt(doc.toString(), pos)).then((lines) => {
      if (lines.length > 0) dom.append(list(lines));
    });
    return { pos: from, end: to, create: () => ({ dom }) };
  });

/** Describes the word under the pointer, and with a key the word at the cursor, until the text or the cursor changes. */
export function descriptions(language: Language, describe?: DescribeField): Extension {
  const tooltip = hovers(language, describe);
  const show = (view: EditorView): boolean => {
    activateHover(view, view.state.selection.main.head, 1, {
      tooltip,
      until: ({ docChanged, selection }) => docChanged || selection !== undefined,
    });
    return true;
  };
  const hide = (view: EditorView): boolean => {
    if (!hasHoverTooltips(view.state)) return false;
    view.dispatch({ effects: closeHoverTooltips });
    return true;
  };
  return [
    tooltip,
    keymap.of([
      { key: 'Mod-i', run: show },
      { key: 'Escape', run: hide },
    ]),
  ];
}

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
