/** What a worker does with a message. */
export const phases = { notBegun: 0, compiling: 1, evaluating: 2, answered: 3 } as const;
export type Phase = (typeof phases)[keyof typeof phases];

const field = { phase: 0, item: 1, rule: 2 } as const;
const fieldCount = 4;

export const progressBytes = (slots: number): number => slots * fieldCount * Int32Array.BYTES_PER_ELEMENT;

/** Where the worker of one message is, seen from both threads. A dead worker leaves behind what it was at. */
export class WorkerProgress {
  private readonly start: number;

  constructor(
    private readonly shared: Int32Array<SharedArrayBuffer>,
    slot: number,
  ) {
    this.start = slot * fieldCount;
  }

  get phase(): Phase {
    return Atomics.load(this.shared, this.start + field.phase) as Phase;
  }

  /** Index of the item it evaluates, or of the set it compiles. */
  get item(): number {
    return Atomics.load(this.shared, this.start + field.item);
  }

  /** Index of the rule it evaluates alone; -1: none. */
  get rule(): number {
    return Atomics.load(this.shared, this.start + field.rule);
  }

  enter(phase: Phase, item = 0, rule = -1): void {
    Atomics.store(this.shared, this.start + field.item, item);
    Atomics.store(this.shared, this.start + field.rule, rule);
    Atomics.store(this.shared, this.start + field.phase, phase);
  }
}
