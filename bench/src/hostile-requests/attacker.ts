import { attacks, type AttackTarget } from './attacks.js';

/** What the process is asked to send. */
export interface AttackOrder extends AttackTarget {
  readonly name: string;
}

// In a process of its own, so that what it does takes nothing from whoever measures.
process.on('message', (order: AttackOrder) => {
  void attacks[order.name]!(order).then((answers) => process.send?.(answers));
});
process.on('disconnect', () => process.exit());
