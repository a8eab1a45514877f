import { dateText } from '@tamis/stdx';
import { declareFunction } from '../declare.js';
import { zonedSignatures } from '../semantics/zoned-signatures.js';

export const date = declareFunction({
  name: 'date',
  form: 'date(t, zone?)',
  signatures: zonedSignatures('date', (clock) => dateText(clock.getTime()), { result: { kind: 'date' } }),
  documentation: 'The calendar day of an instant. In the zone of the organization, unless one is named.',
  examples: [
    { text: 'date(2026-03-01T02:30:00Z, "America/Sao_Paulo")', result: '2026-02-28' },
    { text: 'date(2026-03-01T02:30:00Z)', result: '2026-03-01' },
  ],
});
