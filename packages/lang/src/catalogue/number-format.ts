/** How numbers are written in messages and by `text(…)`, each named by an example: grouping sign, decimal sign. */
export const numberFormats = ['1,234.5', '1.234,5'] as const;

export type NumberFormat = (typeof numberFormats)[number];

export const defaultNumberFormat: NumberFormat = '1,234.5';
