import { type AttackOrder, attacks } from './attacks.js';

// In a process of its own, so that what it does takes nothing from whoever measures.
process.on('message', (order: AttackOrder) => {
  void attacks[order.name]!(order).then((responses) => process.send?.(responses));
});
process.on('disconnect', () => process.exit());
