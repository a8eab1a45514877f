import { AsyncLocalStorage } from 'node:async_hooks';

type Values = ReadonlyMap<AmbientValue<unknown>, unknown>;

/** All values share one storage, because every further storage would be copied at every promise, which is what makes them expensive. */
const storage = new AsyncLocalStorage<Values>();

/** A value that is available throughout a call and everything it awaits, without being passed as an argument. */
export class AmbientValue<Value> {
  /** Returns `undefined` if the value is not set here. */
  get(): Value | undefined {
    return storage.getStore()?.get(this) as Value | undefined;
  }

  /** Runs `work` with the value set to `value`. */
  with<T>(value: Value | undefined, work: () => T): T {
    return storage.run(new Map(storage.getStore()).set(this, value), work);
  }
}
