import { createToken, type TokenType } from 'chevrotain';

const digits = String.raw`(?:0|[1-9]\d*(?:_\d+)*)(?:\.\d+)?`;
const wordEnd = String.raw`(?![A-Za-z0-9_])`;
const unitAfter = (unit: string): RegExp => new RegExp(`${digits}[ \\t]*(?:${unit})${wordEnd}`);

export const DateTime = createToken({
  name: 'DateTime',
  pattern: /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})(?![A-Za-z0-9_]|:\d)/,
});
export const DateText = createToken({ name: 'Date', pattern: /\d{4}-\d{2}-\d{2}(?![A-Za-z0-9_])/ });
/** `AND` and `NOT` after a number are operators, not currencies. */
export const Money = createToken({ name: 'Money', pattern: unitAfter('(?!(?:AND|NOT)(?![A-Za-z0-9_]))[A-Z]{3,5}') });
export const Distance = createToken({ name: 'Distance', pattern: unitAfter('km|mi') });
export const Duration = createToken({
  name: 'Duration',
  pattern: unitAfter('seconds?|secs?|s|minutes?|mins?|months?|mo|m|hours?|h|days?|d|weeks?|w|years?|y'),
});
export const Percent = createToken({ name: 'Percent', pattern: new RegExp(`${digits}[ \\t]*%`) });
export const NumberText = createToken({
  name: 'Number',
  pattern: new RegExp(String.raw`${digits}(?![A-Za-z0-9_]|\.\d)`),
});
export const Text = createToken({ name: 'Text', pattern: /"(?:[^"\\\r\n]|\\[^\r\n])*"/ });

/** A pattern: no escapes, no back-tick inside. */
export const RawText = createToken({ name: 'RawText', pattern: /`[^`\r\n]*`/ });

// Common typing errors. Each belongs to the category of the intended token, so that one error causes one diagnostic.
export const MalformedDateTime = createToken({
  name: 'MalformedDateTime',
  pattern: /\d{4}-\d{2}-\d{2}T(?:[A-Za-z0-9_]|[:.](?=\d))*(?:[+-]\d+(?::\d+)*)?/,
  categories: [DateTime],
});
export const MalformedNumber = createToken({
  name: 'MalformedNumber',
  pattern: /\d[A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*/,
  categories: [NumberText],
});
/** Typographic or single quotes around what was intended as text. */
export const ForeignQuotes = createToken({
  name: 'ForeignQuotes',
  pattern: /[“”„'‘’][^“”„'‘’"\r\n]*[“”„'‘’]/,
  categories: [Text],
});
export const UnclosedText = createToken({
  name: 'UnclosedText',
  pattern: /"(?:[^"\\\r\n]|\\[^\r\n])*\\?/,
  categories: [Text],
});

export const UnclosedRawText = createToken({
  name: 'UnclosedRawText',
  pattern: /`[^`\r\n]*/,
  categories: [RawText],
});

/** In the order in which the lexer tries them: the longer form first. */
export const literals: readonly TokenType[] = [
  DateTime,
  MalformedDateTime,
  DateText,
  Money,
  Distance,
  Duration,
  Percent,
  NumberText,
  MalformedNumber,
  Text,
  ForeignQuotes,
  UnclosedText,
  RawText,
  UnclosedRawText,
];
