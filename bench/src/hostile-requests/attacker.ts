import { type AttackOrder, attacks } from './attacks.js';

// Runs in a process of its own, so that it does not take resources from the measuring process.
process.on('message', (order: AttackOrder) => {
  void attacks[order.name]!(order).then((responses) => process.send?.(responses));
});
process.on('disconnect', () => process.exit());
