/**
 * What goes wrong in the worker: it exits; it spins for ever; it allocates until its heap is full; an exception that it
 * does not expect loses the message; it waits until the test lets it go on.
 */
export type FaultKind = 'exit' | 'spin' | 'allocate' | 'throw' | 'pause';

export interface Fault {
  /** An evaluation id, or the id of a rule: then whenever it is evaluated. */
  readonly at: string;
  readonly kind: FaultKind;
  /** How often. Absent: always. */
  readonly times?: number;
}

/** As it travels to workers. */
export interface FaultTable {
  readonly faults: readonly Fault[];
  /** For each fault two numbers: how often it struck, and 1 once paused workers may go on. */
  readonly state: Int32Array<SharedArrayBuffer>;
}

const resumed = 1;

/** Faults of workers, for tests: where they strike is known, so that no test waits for luck. */
export class FaultPlan {
  readonly table: FaultTable;

  constructor(faults: readonly Fault[]) {
    this.table = {
      faults,
      state: new Int32Array(new SharedArrayBuffer(2 * faults.length * Int32Array.BYTES_PER_ELEMENT)),
    };
  }

  /** How often the fault struck. */
  triggerCount(at: string): number {
    return Atomics.load(this.table.state, this.indexOf(at) * 2);
  }

  /** Lets workers go on that pause there, now and later. */
  release(at: string): void {
    const place = this.indexOf(at) * 2 + 1;
    Atomics.store(this.table.state, place, resumed);
    Atomics.notify(this.table.state, place);
  }

  private indexOf(at: string): number {
    const index = this.table.faults.findIndex((fault) => fault.at === at);
    if (index < 0) throw new Error(`no fault is planned at ${at}`);
    return index;
  }
}
