/** Scores are calculated in whole ten-thousandths, and shown from 0 to 1. */
const whole = 10_000;

export const toShare = (points: number): number => points / whole;
export const fromShare = (share: number): number => Math.round(share * whole);
