import fc from 'fast-check';
import {
  addToListAction,
  alertAction,
  keyAction,
  listReference,
  messageTemplate,
  pathNode,
  printExpression,
  setStatusAction,
  suggestAction,
  word,
  type Action,
  type ListMapping,
  type MessageTemplate,
  type Word,
} from '@tamis/lang';
import { holeExpressions, paths } from './expressions.js';
import { durations } from './literals.js';
import { names, texts } from './names.js';

export const words: fc.Arbitrary<Word> = names.map((text) => word(text));

const plainParts = texts.filter((text) => text !== '');

/** Messages with holes; two plain parts never touch, as in a message that was read. */
export const messages: fc.Arbitrary<MessageTemplate> = fc
  .array(fc.oneof(plainParts, holeExpressions), { maxLength: 4 })
  .map((parts) => parts.filter((part, index) => typeof part !== 'string' || typeof parts[index - 1] !== 'string'))
  .map((parts) => {
    const source = parts
      .map((part) => (typeof part === 'string' ? part.replace(/[{}]/g, '$&$&') : `{${printExpression(part)}}`))
      .join('');
    return messageTemplate(source, parts);
  });

const reasons = fc.option(messages, { nil: null });

const mappings: fc.Arbitrary<ListMapping> = fc.record({
  path: paths,
  list: fc.oneof(
    names.map((name) => pathNode([name])),
    texts.map((name) => listReference(name)),
  ),
});

const alerts = fc
  .record({
    severity: words,
    message: messages,
    once: fc.option(fc.tuple(paths, fc.option(durations, { nil: null })), { nil: null }),
  })
  .map(({ severity, message, once }) =>
    alertAction({ severity, message, oncePer: once?.[0] ?? null, within: once?.[1] ?? null }),
  );

/** Every kind of action. */
export const actions: fc.Arbitrary<Action> = fc.oneof<fc.Arbitrary<Action>[]>(
  alerts,
  words.map((suggestion) => suggestAction(suggestion)),
  fc
    .tuple(fc.option(paths, { nil: null }), words, reasons)
    .map(([target, status, reason]) => setStatusAction(target, status, reason)),
  fc
    .tuple(fc.array(mappings, { minLength: 1, maxLength: 3 }), reasons)
    .map(([items, reason]) => addToListAction(items, reason)),
  texts.map((key) => keyAction(key)),
);
