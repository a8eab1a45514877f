import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';

import { AmbientValue } from './ambient-value.js';

/** A nested sequence of calls: each sets a value around inner steps, or sets it to `undefined`. */
interface Step {
  readonly index: number;
  readonly value: number | undefined;
  readonly waits: boolean;
  readonly inner: readonly Step[];
}

const steps: fc.Memo<Step[]> = fc.memo<Step[]>((depth) =>
  depth <= 1
    ? fc.constant<Step[]>([])
    : fc.array(
        fc.record({
          index: fc.nat({ max: 2 }),
          value: fc.option(fc.nat(), { nil: undefined }),
          waits: fc.boolean(),
          inner: steps(),
        }),
        { maxLength: 3 },
      ),
);

describe('ambient values', () => {
  it('behave like one AsyncLocalStorage for each value, whatever runs concurrently', () =>
    fc.assert(
      fc.asyncProperty(steps(5), async (outer) => {
        const values = [0, 1, 2].map(() => new AmbientValue<number>());
        const storages = values.map(() => new AsyncLocalStorage<number | undefined>());
        const compare = (): void => {
          expect(values.map((each) => each.get())).toEqual(storages.map((each) => each.getStore()));
        };
        const perform = ({ index, value, waits, inner }: Step): Promise<void> =>
          storages[index]!.run(value, () =>
            values[index]!.with(value, async () => {
              compare();
              if (waits) await nextTurn();
              const begun = inner.map(perform);
              compare();
              await Promise.all(begun);
              compare();
            }),
          );
        await Promise.all(outer.map(perform));
        expect(values.map((each) => each.get())).toEqual([undefined, undefined, undefined]);
      }),
    ));
});
