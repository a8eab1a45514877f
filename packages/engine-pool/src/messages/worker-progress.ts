/** What a worker is doing with a message. */
export const phases = { notBegun: 0, compiling: 1, evaluating: 2, answered: 3 } as const;
export type Phase = (typeof phases)[keyof typeof phases];

const field = { phase: 0, item: 1, rule: 2 } as const;
const fieldCount = 4;

export const progressBytes = (slots: number): number => slots * fieldCount * Int32Array.BYTES_PER_ELEMENT;

/** Progress of a worker with one message, visible to both threads. It remains after the death of the worker. */
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

  /** Index of the item being evaluated, or of the set being compiled. */
  get item(): number {
    return Atomics.load(this.shared, this.start + field.item);
  }

  /** Index of the rule being evaluated alone, or -1 for none. */
  get rule(): number {
    return Atomics.load(this.shared, this.start + field.rule);
  }

  enter(phase: Phase, item = 0, rule = -1): void {
    Atomics.store(this.shared, this.start + field.item, item);
    Atomics.store(this.shared, this.start + field.rule, rule);
    Atomics.store(this.shared, this.start + field.phase, phase);
  }
}
