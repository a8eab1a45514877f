import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { ShownDiagnostic } from '@tamis/authoring/browser';
import { colours, setColours } from './colours.js';
import { type Frame, framedLanguage } from './framed-language.js';
import { applyEdits, completions, type DescribeField, descriptions } from './language-extensions.js';
import type { KnownNames } from './messages.js';
import { offsetAt, positionAt, rangeOf } from './positions.js';
import type { Language } from './start-language.js';
import { stepNumber } from './step-number.js';
import { wordKeys, type WordOptions } from './word-keys.js';

/** A problem in the text, for a list next to the editor. */
export interface Finding {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly message: string;
  /** Line number, from 1. */
  readonly line: number;
  readonly offset: number;
  readonly fixes: readonly string[];
}

export interface EditorTexts {
  /** Label of the text for screen readers. */
  readonly label: string;
  /** CodeMirror’s own phrases, keyed by their English form. */
  readonly phrases: Readonly<Record<string, string>>;
}

export interface RuleEditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly names: KnownNames;
  readonly language: Language;
  readonly texts: EditorTexts;
  readonly isReadOnly: boolean;
  /** Surroundings of the text if it is only a part of a rule. */
  readonly frame?: Frame;
  /** CSP nonce for the styles that the editor inserts into the page. */
  readonly nonce: string;
  readonly words: WordOptions;
  /** Adds figures to the description of a field. */
  readonly describeField?: DescribeField;
  readonly onChange: (text: string) => void;
  readonly onFindings: (findings: readonly Finding[]) => void;
}

export interface RuleEditor {
  readonly text: string;
  replace(text: string): void;
  goTo(offset: number): void;
  focus(): void;
  /** Repairs the problem at an offset with the first fix available. */
  mend(offset: number): Promise<void>;
  destroy(): void;
}

/** With Shift. */
const manySteps = 10;

const severities = { 1: 'error', 2: 'warning', 3: 'info', 4: 'info' } as const;

const severityOf = ({ severity }: ShownDiagnostic): Finding['severity'] => severities[severity ?? 1];

const messageOf = ({ message }: ShownDiagnostic): string => (typeof message === 'string' ? message : message.value);

export function createRuleEditor(options: RuleEditorOptions): RuleEditor {
  const { onFindings, frame } = options;
  let version = 0;
  const language = frame ? framedLanguage(options.language, frame, () => view.state.doc.lines) : options.language;
  const view: EditorView = new EditorView({
    parent: options.parent,
    doc: options.text,
    extensions: [
      ...ownExtensions({ ...options, language }),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        version += 1;
        language.edit(version, changesOf(update.startState.doc, update.changes));
        options.onChange(update.state.doc.toString());
      }),
    ],
  });
  language.onFindings((findings) => {
    // A later edit was already made, and its findings will follow.
    if (findings.version !== version) return;
    view.dispatch({ effects: setColours.of(findings.tokens) });
    const shown = findings.diagnostics.map((each) => toDiagnostic(each, view.state.doc));
    view.dispatch(setDiagnostics(view.state, shown));
    onFindings(findings.diagnostics.map((each) => toFinding(each, view.state.doc)));
  });
  language.open(options.text, options.names);
  return {
    get text() {
      return view.state.doc.toString();
    },
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    goTo: (offset) => {
      view.dispatch({ selection: { anchor: Math.min(offset, view.state.doc.length) }, scrollIntoView: true });
      view.focus();
    },
    focus: () => view.focus(),
    mend: (offset) => mendAt(view, language, offset),
    destroy: () => view.destroy(),
  };
}

function ownExtensions(options: RuleEditorOptions): readonly Extension[] {
  const { language, texts, isReadOnly, nonce, names, words, frame, describeField } = options;
  const mend = (view: EditorView): boolean => {
    void mendAt(view, language, view.state.selection.main.head);
    return true;
  };
  const format = (view: EditorView): boolean => {
    void language.ask('format', null).then((edits) => applyEdits(view, edits));
    return true;
  };
  return [
    EditorView.cspNonce.of(nonce),
    EditorState.phrases.of(texts.phrases),
    EditorState.readOnly.of(isReadOnly),
    // Long lines scroll, so the element must be reachable with the keyboard.
    EditorView.contentAttributes.of({
      'aria-label': texts.label,
      spellcheck: 'false',
      autocorrect: 'off',
      tabindex: '0',
    }),
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches(),
    search({ top: true }),
    lintGutter(),
    colours,
    completions(language),
    descriptions(language, describeField),
    wordKeys({ ...words, language, shared: names.shared, isWhole: frame === undefined }),
    keymap.of([
      { key: 'Alt-Enter', run: mend },
      { key: 'Mod-.', run: mend },
      { key: 'Shift-Alt-f', run: format },
      { key: 'F8', run: nextDiagnostic },
      { key: 'Alt-ArrowUp', run: stepNumber(1), shift: stepNumber(manySteps) },
      { key: 'Alt-ArrowDown', run: stepNumber(-1), shift: stepNumber(-manySteps) },
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...completionKeymap,
      ...lintKeymap,
      // To leave the text with the keyboard, press `Escape`, then `Tab`.
      indentWithTab,
    ]),
  ];
}

/**
 * Returns the edits in the form that the language expects. Each applies to the text after the preceding edits, so the last one comes first.
 */
function changesOf(
  before: Text,
  changes: { iterChanges: (each: (...at: [number, number, number, number, Text]) => void) => void },
) {
  const found: { range: ReturnType<typeof rangeOf>; text: string }[] = [];
  changes.iterChanges((from, to, _fromNow, _toNow, inserted) => {
    found.unshift({ range: rangeOf(before, from, to), text: inserted.toString() });
  });
  return found;
}

function toDiagnostic(found: ShownDiagnostic, text: Text): Diagnostic {
  const from = offsetAt(text, found.range.start);
  const to = Math.max(from, offsetAt(text, found.range.end));
  return {
    from,
    to,
    severity: severityOf(found),
    source: String(found.code ?? ''),
    message: messageOf(found),
    actions: found.data.fixes.map(({ title, edits }) => ({
      name: title,
      apply: (view) => applyEdits(view, edits),
    })),
    markClass: `rule-${severityOf(found)}`,
  };
}

const toFinding = (found: ShownDiagnostic, text: Text): Finding => ({
  severity: severityOf(found),
  code: String(found.code ?? ''),
  message: messageOf(found),
  line: found.range.start.line + 1,
  offset: offsetAt(text, found.range.start),
  fixes: found.data.fixes.map(({ title }) => title),
});

async function mendAt(view: EditorView, language: Language, offset: number): Promise<void> {
  const { doc } = view.state;
  const at = positionAt(doc, Math.min(offset, doc.length));
  const [first] = await language.ask('fixes', { start: at, end: at });
  const edits = Object.values(first?.edit?.changes ?? {}).flat();
  if (view.state.doc === doc) applyEdits(view, edits);
}
