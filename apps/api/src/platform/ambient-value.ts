import { AsyncLocalStorage } from 'node:async_hooks';

type Values = ReadonlyMap<AmbientValue<unknown>, unknown>;

/** One for all values: each further one would be copied at every promise that anybody makes, which is what they cost. */
const storage = new AsyncLocalStorage<Values>();

/** What is known to all that a call does, and waits for, without being handed from one to the next. */
export class AmbientValue<Value> {
  /** Undefined: it is not known here. */
  get(): Value | undefined {
    return storage.getStore()?.get(this) as Value | undefined;
  }

  /** Does `work` where it is `value`. */
  with<T>(value: Value | undefined, work: () => T): T {
    return storage.run(new Map(storage.getStore()).set(this, value), work);
  }
}
