import type { RunScope } from '@tamis/engine';
import type { BatchMessage } from '../messages/batch-message.js';
import type { ListRevisionParts } from '../lists/list-revision.js';
import type { Batch } from './waiting-line.js';

/** Different values with their places. */
class Places<T> {
  readonly values: T[] = [];
  private readonly places = new Map<string, number>();

  of(name: string, value: () => T): number {
    const known = this.places.get(name);
    if (known !== undefined) return known;
    const place = this.values.push(value()) - 1;
    this.places.set(name, place);
    return place;
  }
}

const scopeName = ({ target, trigger, stage = 'sync', matrices }: RunScope): string =>
  `${target} ${trigger} ${stage} ${matrices ? JSON.stringify(matrices) : ''}`;

const scopeOf = ({ target, trigger, stage, matrices }: RunScope): Omit<RunScope, 'now'> => ({
  target,
  trigger,
  ...(stage === undefined ? {} : { stage }),
  ...(matrices === undefined ? {} : { matrices }),
});

/** Puts a batch into a message. */
export function packBatch(
  { items, ruleByRule }: Batch,
  rest: Pick<BatchMessage, 'slot' | 'forget' | 'forgetUpTo'>,
): BatchMessage {
  const keys = new Places<string>();
  const scopes = new Places<BatchMessage['scopes'][number]>();
  const lists = new Places<readonly string[]>();
  const contents = new Map<string, BatchMessage['contents'][number]>();
  const sharedLists = new Map<string, ListRevisionParts>();
  const texts: string[] = [];
  const numbers: number[] = [];
  for (const { request, set, withContent } of items) {
    const { run, contextJson, factsJson, lists: wanted } = request;
    const listKeys = wanted?.map((list) => list.key) ?? [];
    texts.push(contextJson, factsJson, run.evaluationId);
    numbers.push(
      keys.of(set.key, () => set.key),
      scopes.of(scopeName(run), () => scopeOf(run)),
      lists.of(listKeys.join(' '), () => listKeys),
      run.now,
    );
    if (withContent || ruleByRule) {
      contents.set(set.key, { key: set.key, content: set.content });
      for (const list of wanted ?? []) sharedLists.set(list.key, list.parts);
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
