/** Values at the limits of types, which rules and data share so that they meet. */

/** Digits at, below and beyond what a double and a decimal of 34 digits hold. */
export const hardNumbers = [
  '9007199254740993',
  '0.1234567890123456789012345678901234',
  '9999999999999999999999999999999999',
  '99999999999999999999999999999999995',
  '0.0000000000000000000000000000000001',
  '0.30000000000000004',
];

export const hardAmounts = ['99999999999999999.999999999999999999', '0.000000000000000001', '0.3000000000000000001'];

/** Accents as one character and as two, letters that fold to several, and characters without width or of two units. */
export const hardTexts = [
  'S\u00e3o',
  'Sa\u0303o',
  's\u0327\u0307x',
  's\u0307\u0327x',
  'Stra\u00dfe',
  'STRASSE',
  '\u0130stanbul',
  'istanbul',
  '\u0131',
  '\ufb01x',
  '\ud83d\ude00',
  '\u200bweb',
  ' web ',
  '\u212b',
  '\u03a3\u03c2',
  '\u03c3\u03c3',
  '\u0301',
  '\ud55c\uae00',
];

/** Days that begin late, have another length, do not exist in some zone, or end a month. */
export const hardDays = ['2018-11-04', '2025-03-09', '2011-12-30', '2024-02-29', '2026-01-31', '2025-10-05'];

/** Instants at changes of clocks and of years, written with several offsets. */
export const hardTimes = [
  '2018-11-04T03:00:00Z',
  '2018-11-03T23:59:59.999-03:00',
  '2025-03-09T07:00:00Z',
  '2025-11-02T01:30:00-04:00',
  '2011-12-30T10:00:00Z',
  '2025-10-04T15:30:00Z',
  '2023-04-27T22:00:00Z',
  '2024-02-29T23:59:59.999Z',
  '1969-12-31T23:59:59.999Z',
  '2025-12-31T23:30:00-00:30',
];

/** Zones whose clocks change at midnight, by half an hour or backwards in summer, or that left out a day. */
export const hardZones = [
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Europe/Dublin',
  'Pacific/Apia',
  'America/Santiago',
  'America/St_Johns',
];
