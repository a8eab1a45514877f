import type { Position, Range, TextEdit } from 'vscode-languageserver-types';
import type { Question, Questions } from './messages.js';
import type { Findings, Language } from './start-language.js';

/** The parts around a text that is a fragment of a rule; they are not shown. `before` ends with a line break. */
export interface Frame {
  readonly before: string;
  readonly after: string;
}

/** Numbers per token: line and character relative to the previous token, length, kind, marks. */
const tokenSize = 5;

/** Wraps a language so that the text is treated as part of a rule. `lineCount` returns the current number of lines of the text. */
export function framedLanguage(language: Language, { before, after }: Frame, lineCount: () => number): Language {
  const shift = before.split('\n').length - 1;
  const inner = ({ line, character }: Position): Position => ({ line: line + shift, character });
  const outer = ({ line, character }: Position): Position => ({ line: line - shift, character });
  const isShown = ({ start, end }: Range): boolean => start.line >= shift && end.line < shift + lineCount();
  const outerRange = ({ start, end }: Range): Range => ({ start: outer(start), end: outer(end) });
  const outerEdits = (edits: readonly TextEdit[]): TextEdit[] =>
    edits.filter(({ range }) => isShown(range)).map((edit) => ({ ...edit, range: outerRange(edit.range) }));

  const toFindings = (found: Findings): Findings => ({
    ...found,
    // An error that concerns the whole rule or the part after the text is shown at the end of the text.
    diagnostics: found.diagnostics
      .filter(({ range, severity }) => isShown(range) || (severity === 1 && range.end.line >= shift))
      .map((each) => ({
        ...each,
        range: isShown(each.range) ? outerRange(each.range) : endOf(lineCount()),
        data: { ...each.data, fixes: each.data.fixes.map((fix) => ({ ...fix, edits: outerEdits(fix.edits) })) },
      })),
    tokens: outerTokens(found.tokens, shift, lineCount()),
  });

  const asked = {
    completion: (position: Position) => inner(position),
    hover: (position: Position) => inner(position),
    definition: (position: Position) => inner(position),
    fixes: ({ start, end }: Range) => ({ start: inner(start), end: inner(end) }),
    renamable: (position: Position) => inner(position),
    rename: ({ position, name }: Questions['rename']['asked']) => ({ position: inner(position), name }),
    format: (nothing: null) => nothing,
  };
  const answered: { readonly [Q in Question]: (answer: Questions[Q]['answer']) => Questions[Q]['answer'] } = {
    completion: (items) =>
      items.map((item) =>
        item.textEdit && 'range' in item.textEdit
          ? { ...item, textEdit: { ...item.textEdit, range: outerRange(item.textEdit.range) } }
          : item,
      ),
    hover: (hover) => (hover?.range ? { ...hover, range: outerRange(hover.range) } : hover),
    definition: () => [],
    // The parts around the text are not the author's to change.
    renamable: () => null,
    rename: (result) => result,
    fixes: (actions) =>
      actions.map((action) => ({
        ...action,
        edit: {
          changes: Object.fromEntries(
            Object.entries(action.edit?.changes ?? {}).map(([uri, edits]) => [uri, outerEdits(edits)]),
          ),
        },
      })),
    // A part of a rule keeps the layout its author gave it.
    format: () => [],
  };
  return {
    open: (text, names) => language.open(before + text + after, names),
    edit: (version, changes) =>
      language.edit(
        version,
        changes.map((change) =>
          'range' in change && change.range
            ? { ...change, range: { start: inner(change.range.start), end: inner(change.range.end) } }
            : change,
        ),
      ),
    ask: async (question, about) => answered[question](await language.ask(question, asked[question](about as never))),
    onFindings: (listener) => language.onFindings((found) => listener(toFindings(found))),
    end: () => language.end(),
  };
}

const endOf = (lines: number): Range => {
  const at = { line: lines - 1, character: Number.MAX_SAFE_INTEGER };
  return { start: at, end: at };
};

/** Returns the tokens of the lines that are shown, with positions relative to the first of them. */
function outerTokens(tokens: readonly number[], shift: number, lines: number): readonly number[] {
  const shown: number[] = [];
  let [line, character, lastLine, lastCharacter] = [0, 0, 0, 0];
  for (let at = 0; at < tokens.length; at += tokenSize) {
    const [deltaLine, deltaCharacter, ...rest] = tokens.slice(at, at + tokenSize) as [number, number, ...number[]];
    character = deltaLine === 0 ? character + deltaCharacter : deltaCharacter;
    line += deltaLine;
    const own = line - shift;
    if (own < 0 || own >= lines) continue;
    shown.push(own - lastLine, own === lastLine ? character - lastCharacter : character, ...rest);
    [lastLine, lastCharacter] = [own, character];
  }
  return shown;
}
