import { parseValue, type IToken } from '@tamis/grammar';
import type { Expression } from '../ast/expression.js';
import { messageTemplate, type MessageTemplate } from '../ast/message-template.js';
import { e0604 } from '../diagnostics/codes/e0604.js';
import { e0605 } from '../diagnostics/codes/e0605.js';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import { limits } from '../limits.js';
import { decodeText, type DecodedText } from './decode-text.js';
import { lexDiagnostics } from './lex-diagnostic.js';
import { detachedContext, optionalRange, tokenRange, type LowerContext } from './lower-context.js';
import { lowerValue } from './lower-expression.js';
import { splitMessage, type MessageSegment } from './split-message.js';
import { syntaxDiagnostic } from './syntax-diagnostic.js';

/** Offsets in a placeholder are offsets in the decoded message, shifted. The message knows their positions in the source. */
function placeholderContext(text: string, from: number, offsets: readonly number[], outer: LowerContext): LowerContext {
  const at = (offset: number): number => offsets[from + offset] ?? offsets.at(-1) ?? 0;
  return { text, rangeOf: (start, end) => outer.rangeOf(at(start), at(end)), diagnostics: [] };
}

/** Reports an error in a placeholder under a separate code, so that the rule can be published with a plain message meanwhile. */
function toPlaceholderError({ message, help, range, fixes }: Diagnostic): Diagnostic {
  const parts = { message, ...(help && { help }), ...(range && { range }) };
  return createDiagnostic(e0604, { ...parts, ...(fixes && { fixes: fixesInText(fixes) }) });
}

/** Fixes of a placeholder as they are written inside the quotes of its message. */
export const fixesInText = (fixes: readonly Fix[]): readonly Fix[] =>
  fixes.map((fix) => ({
    ...fix,
    edits: fix.edits.map(({ range, newText }) => ({ range, newText: newText.replace(/[\\"]/g, String.raw`\$&`) })),
  }));

function lowerPlaceholder(from: number, to: number, message: DecodedText, context: LowerContext): Expression | null {
  const text = message.value.slice(from, to);
  const inner = placeholderContext(text, from, message.offsets, context);
  if (text.trim() === '') {
    inner.diagnostics.push(
      createDiagnostic(e0604, {
        message: 'this hole is empty',
        help: 'name a field or a `let` in the braces; `{{` is a brace',
        ...optionalRange(inner.rangeOf(-1, text.length + 1)),
      }),
    );
  }
  const { cst, lexErrors, parseErrors } = parseValue(text);
  const value = cst && lowerValue(cst, inner);
  if (inner.diagnostics.length === 0) {
    inner.diagnostics.push(
      ...lexDiagnostics(lexErrors, inner),
      ...parseErrors.map((problem) => syntaxDiagnostic(problem, inner)),
    );
  }
  context.diagnostics.push(...inner.diagnostics.slice(0, 1).map(toPlaceholderError));
  return value;
}

function unclosedPlaceholder(
  piece: MessageSegment & { kind: 'brace' },
  message: DecodedText,
  context: LowerContext,
): void {
  const { offsets } = message;
  const isOpening = message.value[piece.at] === '{';
  const range = context.rangeOf(offsets[piece.at] ?? 0, offsets[piece.at + 1] ?? 0);
  context.diagnostics.push(
    createDiagnostic(e0605, {
      message: isOpening ? 'this hole is not closed' : 'this `}` closes no hole',
      help: isOpening ? 'close it with `}`; a brace as such is written `{{`' : 'a brace as such is written `}}`',
      ...optionalRange(range),
    }),
  );
}

function lowerDecoded(message: DecodedText, context: LowerContext): (string | Expression)[] {
  // The checker rejects messages that are too long (E0906), and nobody reads more diagnostics, so parsing the placeholders would only cost
  // time.
  const isTooLong = message.value.length > 2 * limits.messageCodePoints;
  if (isTooLong || context.diagnostics.length >= limits.diagnosticsPerFile) return [message.value.normalize('NFC')];
  const parts: (string | Expression)[] = [];
  for (const piece of splitMessage(message.value)) {
    if (piece.kind === 'text') parts.push(piece.value.normalize('NFC'));
    else if (piece.kind === 'brace') unclosedPlaceholder(piece, message, context);
    else {
      const hole = lowerPlaceholder(piece.from, piece.to, message, context);
      if (hole) parts.push(hole);
    }
  }
  return parts;
}

/** Lowers a text token with placeholders. */
export function lowerMessage(token: IToken, context: LowerContext): MessageTemplate {
  const message = decodeText(token, context);
  return messageTemplate(message.value.normalize('NFC'), lowerDecoded(message, context), tokenRange(token, context));
}

/** Reads a message outside of a rule text, such as that of a JSON rule. Diagnostics have no range. */
export function readMessage(text: string): { template: MessageTemplate; diagnostics: readonly Diagnostic[] } {
  const context = detachedContext(text);
  const offsets = Array.from({ length: text.length + 1 }, (_, offset) => offset);
  const parts = lowerDecoded({ value: text, offsets }, context);
  return { template: messageTemplate(text.normalize('NFC'), parts), diagnostics: context.diagnostics };
}
