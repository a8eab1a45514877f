export * from './calendar-date.js';
export * from './canonical-json.js';
export * from './exhaustive.js';
export * from './ip-address.js';
export * from './money.js';
export * from './numeric.js';
export * from './result.js';
export * from './zoned-time.js';
