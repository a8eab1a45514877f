import type { Outcome } from '@tamis/lang';
import type { Frame, Term } from './frame.js';

/** Computes the term once per evaluation. */
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

/** Evaluates the term as if no record were in view: amounts of the subject are converted at the subject's own time. */
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
