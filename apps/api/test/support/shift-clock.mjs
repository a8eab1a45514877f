// Loaded before a server of its own (`--import`): its clock is CLOCK_SHIFT_MS milliseconds off from now on.
const RightDate = Date;
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);

globalThis.Date = class Date extends RightDate {
  constructor(...values) {
    if (values.length === 0) super(RightDate.now() + shiftMs);
    else super(...values);
  }

  static now() {
    return RightDate.now() + shiftMs;
  }
};
