/** `1,234,567`. */
export const grouped = (value: number): string => value.toLocaleString('en');
