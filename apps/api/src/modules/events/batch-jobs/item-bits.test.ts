import fc from 'fast-check';

import { addToBitmap, bitmapIndexes } from './domain/item-bitmap.js';

it('the batch item bitmap returns the added indexes in ascending order', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(2_000))), (parts) => {
      const bits = parts.reduce(addToBitmap, Buffer.alloc(0));
      expect(bitmapIndexes(bits)).toEqual([...new Set(parts.flat())].sort((a, b) => a - b));
    }),
  );
});
