import { grouped } from './grouped.js';

/** Formats microseconds: `4.8 µs`, `192 µs`, `4,062 µs`. */
export const microsText = (micros: number): string =>
  `${micros < 10 ? micros.toFixed(1) : grouped(Math.round(micros))} µs`;
