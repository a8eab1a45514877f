import fc from 'fast-check';
import {
  addToListAction,
  alertAction,
  assignAction,
  keyAction,
  listReference,
  listTypeReference,
  messageTemplate,
  notifyAction,
  openCaseAction,
  pathNode,
  printExpression,
  runAutomationAction,
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
import { objects } from './objects.js';

export const words: fc.Arbitrary<Word> = names.map((text) => word(text));

/** Severities, decisions, labels: read in capitals regardless of how they are written. */
export const capitals: fc.Arbitrary<Word> = names
  .map((name) => name.toUpperCase())
  .filter((name) => !['AND', 'OR', 'NOT', 'IN', 'IS'].includes(name))
  .map((text) => word(text));

const plainParts = texts.filter((text) => text !== '');

/** Messages with holes. Two plain parts are never adjacent, as in a parsed message. */
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
    texts.map((type) => listTypeReference(type)),
  ),
});

const settings = fc.option(objects(), { nil: null, freq: 3 });

const alerts = fc
  .record({
    severity: capitals,
    message: messages,
    once: fc.option(fc.tuple(paths, fc.option(durations, { nil: null })), { nil: null }),
    settings,
  })
  .map(({ once, ...parts }) => alertAction({ ...parts, oncePer: once?.[0] ?? null, within: once?.[1] ?? null }));

/** Kinds of assignees. */
export const assignees = fc.constantFrom('user' as const, 'team' as const);

/** Every kind of action. */
export const actions: fc.Arbitrary<Action> = fc.oneof<fc.Arbitrary<Action>[]>(
  alerts,
  fc.tuple(capitals, settings).map(([suggestion, object]) => suggestAction(suggestion, object)),
  fc
    .tuple(fc.option(paths, { nil: null }), words, reasons, settings)
    .map(([target, status, reason, object]) => setStatusAction(target, status, reason, object)),
  fc.tuple(assignees, texts, settings).map(([to, id, object]) => assignAction(to, id, object)),
  fc
    .tuple(fc.array(mappings, { minLength: 1, maxLength: 3 }), reasons, settings)
    .map(([items, reason, object]) => addToListAction(items, reason, object)),
  fc.tuple(capitals, messages, settings).map(([priority, text, object]) => openCaseAction(priority, text, object)),
  fc.tuple(texts, settings).map(([automation, object]) => runAutomationAction(automation, object)),
  fc.tuple(words, messages, settings).map(([channel, text, object]) => notifyAction(channel, text, object)),
  fc.tuple(texts, settings).map(([key, object]) => keyAction(key, object)),
);
