/**
 * Kind of failure in the worker: it exits; it loops forever; it allocates until its heap is full; an unexpected exception loses the
 * message; it pauses until the test releases it.
 */
export type FaultKind = 'exit' | 'spin' | 'allocate' | 'throw' | 'pause';

export interface Fault {
  /** An evaluation id, or the id of a rule, which then applies whenever the rule is evaluated. */
  readonly at: string;
  readonly kind: FaultKind;
  /** Number of times. Always if absent. */
  readonly times?: number;
}

/** Faults in the form that is sent to workers. */
export interface FaultTable {
  readonly faults: readonly Fault[];
  /** Two numbers per fault: how often it was triggered, and 1 once paused workers may continue. */
  readonly state: Int32Array<SharedArrayBuffer>;
}

const resumed = 1;

/** Faults of workers for tests. Where they occur is known, so that no test depends on chance. */
export class FaultPlan {
  readonly table: FaultTable;

  constructor(faults: readonly Fault[]) {
    this.table = {
      faults,
      state: new Int32Array(new SharedArrayBuffer(2 * faults.length * Int32Array.BYTES_PER_ELEMENT)),
    };
  }

  /** Returns how often the fault was triggered. */
  triggerCount(at: string): number {
    return Atomics.load(this.table.state, this.indexOf(at) * 2);
  }

  /** Lets workers that pause there continue, now and later. */
  release(at: string): void {
    const place = this.indexOf(at) * 2 + 1;
    Atomics.store(this.table.state, place, resumed);
    Atomics.notify(this.table.state, place);
  }

  private indexOf(at: string): number {
    const index = this.table.faults.findIndex((fault) => fault.at === at);
    if (index < 0) throw new Error(`there is no fault named ${at}`);
    return index;
  }
}
