import { type Extension, Text } from '@codemirror/state';
import { type Command, type EditorView, keymap, showDialog } from '@codemirror/view';
import { applyEdits } from './language-extensions.js';
import { editedText, type SharedText } from './messages.js';
import { offsetAt, positionAt } from './positions.js';
import type { Language } from './start-language.js';
import { numberAt, rangeAround } from './step-number.js';

export interface WordTexts {
  /** Label of the field for another name. */
  readonly newName: (name: string) => string;
  /** Label of the field for the name of a new parameter. */
  readonly parameterName: string;
  readonly apply: string;
  readonly noName: string;
  readonly isShared: (name: string) => string;
  readonly isTaken: (name: string) => string;
  readonly noConstant: string;
}

/** A name that is declared outside the edited text. */
export interface SharedName {
  readonly name: string;
  /** The text that declares it, and the offset in it. */
  readonly file: string;
  readonly offset: number;
}

/** What the keys need from the page around the editor. */
export interface WordOptions {
  readonly texts: WordTexts;
  readonly notify: (text: string) => void;
  readonly onShared?: (name: SharedName) => void;
  /** Opens the threshold lab on a parameter. */
  readonly onLab?: (parameter: string) => void;
}

interface Asked extends WordOptions {
  readonly language: Language;
  readonly shared: readonly SharedText[];
  /** Whether the text is a whole rule, in front of which a parameter can be declared. */
  readonly isWhole: boolean;
}

const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
/** A number with its unit. What follows it makes it a span of time or a time of day, which no parameter can be. */
const constant = /^(\d[\d_]*(?:\.\d+)?)(%| [A-Z][A-Z0-9]{2,11}\b)?(?![\w:-])/;
const ruleLine = /^\s*rule\s/;
const parameterLine = /^\s*param\s/;
const usualName = 'limit';

/** Asks for a name in a panel above the text. Returns `null` if the author cancels. */
async function askName(view: EditorView, label: string, value: string, submitLabel: string): Promise<string | null> {
  const input = { name: 'name', value, maxlength: '64', autocomplete: 'off', spellcheck: 'false' };
  const form = await showDialog(view, { label, input, submitLabel, focus: true, top: true }).result;
  view.focus();
  return form && (new FormData(form).get('name') as string).trim();
}

interface Declaration extends SharedName {
  /** The line that declares it. */
  readonly line: string;
}

/** Returns where a name is declared, in the edited text or in a shared one. */
async function findDeclaration({ language, shared }: Asked, doc: Text, at: number): Promise<Declaration | null> {
  const [place] = await language.ask('definition', positionAt(doc, at));
  if (!place) return null;
  const { uri: file, range } = place;
  const source = shared.find(({ name }) => name === file)?.source;
  const declaring = file === editedText ? doc : source === undefined ? null : Text.of(source.split('\n'));
  if (!declaring) return null;
  const offset = offsetAt(declaring, range.start);
  const name = declaring.sliceString(offset, offsetAt(declaring, range.end));
  return { name, file, offset, line: declaring.lineAt(offset).text };
}

const showDefinition =
  (asked: Asked): Command =>
  (view) => {
    const { doc, selection } = view.state;
    void findDeclaration(asked, doc, selection.main.head).then((found) => {
      if (!found) return asked.notify(asked.texts.noName);
      if (found.file !== editedText) return asked.onShared?.(found);
      const { offset: anchor, name } = found;
      if (view.state.doc === doc)
        view.dispatch({ selection: { anchor, head: anchor + name.length }, scrollIntoView: true });
    });
    return true;
  };

const renameName =
  ({ language, texts, notify }: Asked): Command =>
  (view) => {
    if (view.state.readOnly) return false;
    void rename(view);
    return true;

    async function rename(of: EditorView): Promise<void> {
      const { doc, selection } = of.state;
      const position = positionAt(doc, selection.main.head);
      const range = await language.ask('renamable', position);
      if (!range) return notify(texts.noName);
      const before = doc.sliceString(offsetAt(doc, range.start), offsetAt(doc, range.end));
      const name = await askName(of, texts.newName(before), before, texts.apply);
      if (name === null || name === '' || of.state.doc !== doc) return;
      const result = await language.ask('rename', { position, name });
      if (!result.ok) return notify(result.problem);
      const { [editedText]: edits = [], ...others } = result.edit.changes ?? {};
      if (Object.keys(others).length > 0) return notify(texts.isShared(before));
      if (of.state.doc === doc) applyEdits(of, edits);
    }
  };

/** Declares the constant at the cursor as a parameter in front of the rule. Returns its name. */
async function makeParameter(view: EditorView, { texts, notify }: Asked): Promise<string | null> {
  const { doc } = view.state;
  const found = numberAt(view);
  const line = doc.lineAt(found?.from ?? 0);
  const [written = '', digits = '', unit = ''] = found
    ? (constant.exec(doc.sliceString(found.from, line.to)) ?? [])
    : [];
  if (!found || written === '' || parameterLine.test(line.text)) {
    notify(texts.noConstant);
    return null;
  }
  const name = await askName(view, texts.parameterName, usualName, texts.apply);
  if (name === null || view.state.doc !== doc) return null;
  if (!namePattern.test(name) || new RegExp(`\\b${name}\\b`).test(doc.toString())) {
    notify(texts.isTaken(name));
    return null;
  }
  const { from, to, step } = rangeAround(digits);
  const declared = `param ${name} = ${written} between ${from}${unit} and ${to}${unit} step ${step}${unit}\n\n`;
  const changes = [
    { from: startOfRule(doc, line.number), insert: declared },
    { from: found.from, to: found.from + written.length, insert: name },
  ];
  const cursor = found.from + declared.length;
  view.dispatch({ changes, selection: { anchor: cursor }, scrollIntoView: true, userEvent: 'input' });
  return name;
}

/** Returns where the rule of a line begins, with the comments in front of it. */
function startOfRule(doc: Text, lineNumber: number): number {
  let at = lineNumber;
  while (at > 1 && !ruleLine.test(doc.line(at).text)) at -= 1;
  while (at > 1 && /^\s*\/\//.test(doc.line(at - 1).text)) at -= 1;
  return doc.line(at).from;
}

const extractParameter =
  (asked: Asked): Command =>
  (view) => {
    if (view.state.readOnly || !asked.isWhole) return false;
    void makeParameter(view, asked);
    return true;
  };

const openLab =
  (asked: Asked): Command =>
  (view) => {
    const { onLab } = asked;
    if (!onLab || !asked.isWhole) return false;
    void parameterAt(view).then((name) => {
      if (name !== null) onLab(name);
    });
    return true;

    async function parameterAt(of: EditorView): Promise<string | null> {
      const { doc, selection } = of.state;
      const found = await findDeclaration(asked, doc, selection.main.head);
      if (found && parameterLine.test(found.line)) return found.name;
      if (!of.state.readOnly) return makeParameter(of, asked);
      asked.notify(asked.texts.noConstant);
      return null;
    }
  };

/** Keys for the word at the cursor: its declaration, another name for it, a parameter in its place, the lab. */
export const wordKeys = (asked: Asked): Extension =>
  keymap.of([
    { key: 'F12', run: showDefinition(asked) },
    { key: 'F2', run: renameName(asked) },
    { key: 'Alt-p', run: extractParameter(asked) },
    { key: 'Alt-l', run: openLab(asked) },
  ]);
