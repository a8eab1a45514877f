import type { Outcome } from '@tamis/lang';
import type { Frame, Term } from './frame.js';

/** Computes once per run. */
export function memoise(term: Term): Term {
  let epoch = -1;
  let value: Outcome;
  return (frame) => {
    if (frame.epoch !== epoch) {
      value = term(frame);
      epoch = frame.epoch;
    }
    return value;
  };
}

/** As if no record were in view: money of the subject converts at the subject's own time. */
export function outsideRecords(term: Term): Term {
  return (frame: Frame) => {
    const { environment } = frame;
    const { rateTime } = environment;
    environment.rateTime = environment.now;
    const value = term(frame);
    environment.rateTime = rateTime;
    return value;
  };
}
