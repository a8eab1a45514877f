import { extremeAggregate } from './extreme-aggregate.js';

export const min = extremeAggregate('min', -1, 'The smallest value. Unknown for no records.');
