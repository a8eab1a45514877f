import type { FaultKind, FaultTable } from './fault-plan.js';

const leaked: unknown[] = [];

const faultActions: Record<FaultKind, (table: FaultTable, index: number) => void> = {
  // In a worker, this ends only the thread.
  exit: () => process.exit(1),
  spin: () => {
    for (;;) leaked.length = 0;
  },
  allocate: () => {
    for (;;) leaked.push(new Array(10_000).fill(leaked.length));
  },
  throw: () => {
    throw new Error('an unexpected exception in the worker');
  },
  pause: ({ state }, index) => {
    Atomics.wait(state, index * 2 + 1, 0);
  },
};

/** Triggers the faults that the plan has for this point. */
export function injectFaults(table: FaultTable | null, at: string): void {
  if (table === null) return;
  table.faults.forEach((fault, index) => {
    if (fault.at !== at) return;
    const before = Atomics.add(table.state, index * 2, 1);
    if (before < (fault.times ?? Infinity)) faultActions[fault.kind](table, index);
  });
}
