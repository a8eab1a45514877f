import type { EvaluationScope } from '@tamis/engine';
import type { BatchMessage } from '../messages/batch-message.js';
import type { ListRevisionData } from '../lists/list-revision.js';
import type { Batch } from './evaluation-queue.js';

/** Distinct values with their indexes. */
class Interner<T> {
  readonly values: T[] = [];
  private readonly indexes = new Map<string, number>();

  intern(name: string, value: () => T): number {
    const known = this.indexes.get(name);
    if (known !== undefined) return known;
    const place = this.values.push(value()) - 1;
    this.indexes.set(name, place);
    return place;
  }
}

const scopeKey = ({ target, trigger, stage = 'sync', matrices }: EvaluationScope): string =>
  `${target} ${trigger} ${stage} ${matrices ? JSON.stringify(matrices) : ''}`;

const scopeOf = ({ target, trigger, stage, matrices }: EvaluationScope): Omit<EvaluationScope, 'now'> => ({
  target,
  trigger,
  ...(stage === undefined ? {} : { stage }),
  ...(matrices === undefined ? {} : { matrices }),
});

/** Packs a batch into a message. */
export function packBatch(
  { items, ruleByRule }: Batch,
  rest: Pick<BatchMessage, 'slot' | 'forget' | 'forgetUpTo'>,
): BatchMessage {
  const keys = new Interner<string>();
  const scopes = new Interner<BatchMessage['scopes'][number]>();
  const lists = new Interner<readonly string[]>();
  const contents = new Map<string, BatchMessage['contents'][number]>();
  const sharedLists = new Map<string, ListRevisionData>();
  const texts: string[] = [];
  const numbers: number[] = [];
  for (const { request, set, withContent } of items) {
    const { params: run, contextJson, factsJson, lists: wanted } = request;
    const listKeys = wanted?.map((list) => list.key) ?? [];
    texts.push(contextJson, factsJson, run.evaluationId);
    numbers.push(
      keys.intern(set.key, () => set.key),
      scopes.intern(scopeKey(run), () => scopeOf(run)),
      lists.intern(listKeys.join(' '), () => listKeys),
      run.now,
    );
    if (withContent || ruleByRule) {
      contents.set(set.key, { key: set.key, content: set.content });
      for (const list of wanted ?? []) sharedLists.set(list.key, list.data);
    }
  }
  return {
    ...rest,
    keys: keys.values,
    scopes: scopes.values,
    lists: lists.values,
    texts,
    numbers,
    contents: [...contents.values()],
    sharedLists: [...sharedLists.values()],
    ruleByRule,
  };
}
