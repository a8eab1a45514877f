import { newestOrOldest } from './newest-or-oldest.js';

export const earliest = newestOrOldest('earliest', 'The value of the oldest record that has it. Unknown for none.');
