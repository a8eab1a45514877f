import { newestOrOldest } from './newest-or-oldest.js';

export const latest = newestOrOldest('latest', 'The value of the newest record that has it. Unknown for none.');
