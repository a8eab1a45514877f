import { threadId, workerData } from 'node:worker_threads';
import type { Context, Facts, EvaluationParams } from '@tamis/engine';
import type { ThreadInit } from '../dispatch/open-piscina.js';
import { injectFaults } from '../faults/inject-faults.js';
import {
  itemStatus,
  numbersPerItem,
  textsPerItem,
  type BatchReply,
  type BatchMessage,
  type WorkerInit,
} from '../messages/batch-message.js';
import { encodeOutcome } from '../messages/encode-outcome.js';
import { phases, WorkerProgress } from '../messages/worker-progress.js';
import { ListRevision } from '../lists/list-revision.js';
import { factsWithLists } from './facts-with-lists.js';
import { evaluateRuleByRule } from './rule-by-rule.js';
import { SetCache, type CachedSet } from './set-cache.js';

const { data: birth } = workerData as ThreadInit<WorkerInit>;
const sharedProgress = new Int32Array(birth.progress);
const sets = new SetCache(birth.setBytes);
const lists = new Map<string, ListRevision>();
let invalidatedUpTo = 0;

function invalidate({ forget: keys, forgetUpTo }: BatchMessage): void {
  for (const key of keys.slice(Math.max(0, keys.length - (forgetUpTo - invalidatedUpTo)))) {
    sets.delete(key);
    lists.delete(key);
  }
  invalidatedUpTo = forgetUpTo;
}

/** One item with everything that it needs. */
interface Item {
  readonly index: number;
  readonly key: string;
  readonly cached: CachedSet;
  readonly lists: readonly ListRevision[];
  readonly run: EvaluationParams;
}

/** Returns `null` if the set or a list is lacking. */
function resolveItem(message: BatchMessage, index: number): Item | null {
  const [keyIndex, scopeIndex, listsIndex, now] = message.numbers.slice(
    index * numbersPerItem,
    (index + 1) * numbersPerItem,
  ) as [number, number, number, number];
  const key = message.keys[keyIndex] as string;
  const cached = sets.get(key);
  const wanted = message.lists[listsIndex] ?? [];
  const found = wanted.flatMap((name) => lists.get(name) ?? []);
  if (cached === undefined || found.length < wanted.length) return null;
  const evaluationId = message.texts[index * textsPerItem + 2] as string;
  const scope = message.scopes[scopeIndex] as BatchMessage['scopes'][number];
  return { index, key, cached, lists: found, run: { ...scope, now, evaluationId } };
}

/** Evaluates an item, appends to the numbers and returns the text. */
function evaluateItem({ index, key, cached, lists, run }: Item, message: BatchMessage, numbers: number[]): string {
  if ('problem' in cached) return pushText(itemStatus.invalid, cached.problem, numbers);
  const progress = new WorkerProgress(sharedProgress, message.slot);
  const { set } = cached;
  progress.enter(phases.evaluating, index);
  if (birth.faults && !message.ruleByRule)
    for (const at of [run.evaluationId, ...set.rules.map((rule) => rule.content.ruleId)])
      injectFaults(birth.faults, at);
  const start = performance.now();
  try {
    const context = JSON.parse(message.texts[index * textsPerItem] as string) as Context;
    const given = JSON.parse(message.texts[index * textsPerItem + 1] as string) as Facts;
    const facts = factsWithLists(given, lists);
    const content = message.ruleByRule ? message.contents.find((each) => each.key === key)?.content : undefined;
    if (content)
      evaluateRuleByRule(set, content, { context, facts, run }, (rule) => {
        progress.enter(phases.evaluating, index, rule);
        injectFaults(birth.faults, content.rules[rule]?.ruleId ?? '');
      });
    progress.enter(phases.evaluating, index);
    if (message.ruleByRule) injectFaults(birth.faults, run.evaluationId);
    return encodeOutcome(set.evaluate(context, facts, run), (performance.now() - start) * 1000, numbers);
  } catch (error) {
    return pushText(
      itemStatus.failed,
      error instanceof Error ? (error.stack ?? error.message) : String(error),
      numbers,
    );
  }
}

function pushText(status: number, text: string, numbers: number[]): string {
  numbers.push(status, 0, text.length);
  return text;
}

/** Runs in a worker thread: evaluates the items of a message one after the other. A message without items makes it compile its sets. */
export function evaluateBatch(message: BatchMessage): BatchReply {
  const progress = new WorkerProgress(sharedProgress, message.slot);
  invalidate(message);
  message.contents.forEach(({ key, content }, index) => {
    progress.enter(phases.compiling, index);
    sets.compile(key, content);
  });
  for (const parts of message.sharedLists) {
    const list = new ListRevision(parts);
    lists.set(list.key, list);
  }
  const numbers: number[] = [threadId, 0, 0, 0, 0, 0, 0];
  const texts: string[] = [];
  for (let index = 0; index * numbersPerItem < message.numbers.length; index++) {
    const item = resolveItem(message, index);
    texts.push(item ? evaluateItem(item, message, numbers) : pushText(itemStatus.lacking, '', numbers));
  }
  // In the order of `workerState`.
  numbers.splice(1, 6, sets.size, sets.bytes, sets.evictions, sets.compilations, lists.size, invalidatedUpTo);
  progress.enter(phases.answered);
  return { numbers: Float64Array.from(numbers), text: texts.join('') };
}
