// Loaded before a separate server (`--import`): shifts its clock by CLOCK_SHIFT_MS milliseconds.
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
