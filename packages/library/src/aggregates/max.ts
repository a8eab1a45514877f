import { extremeAggregate } from './extreme-aggregate.js';

export const max = extremeAggregate('max', 1, 'The greatest value. Unknown for no records.');
