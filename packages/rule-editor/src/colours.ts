import { RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** Kinds in the order of the language's legend: a token refers to its kind by index. */
const kinds = [
  'keyword',
  'variable',
  'parameter',
  'function',
  'property',
  'enumMember',
  'string',
  'regexp',
  'number',
  'operator',
  'comment',
  'type',
];

const marks = kinds.map((kind) => Decoration.mark({ class: `rule-${kind}` }));

export const setColours = StateEffect.define<readonly number[]>();

/**
 * Converts tokens to decorations. Each token consists of five numbers: line and character relative to the previous token, length, kind, and
 * an unused one.
 */
function decorationsOf(text: Text, tokens: readonly number[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let [line, character] = [0, 0];
  for (let at = 0; at + 4 < tokens.length; at += 5) {
    const [lines, characters, length, kind] = tokens.slice(at, at + 4) as [number, number, number, number];
    character = lines > 0 ? characters : character + characters;
    line += lines;
    const mark = marks[kind];
    if (line >= text.lines || !mark) continue;
    const from = text.line(line + 1).from + character;
    if (from + length <= text.length) builder.add(from, from + length, mark);
  }
  return builder.finish();
}

/** Words keep their colours during typing until the language service has processed the new text. */
export const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, transaction) {
    const moved = current.map(transaction.changes);
    const told = transaction.effects.find((effect) => effect.is(setColours));
    return told ? decorationsOf(transaction.newDoc, told.value) : moved;
  },
  provide: (field) => EditorView.decorations.from(field),
});
