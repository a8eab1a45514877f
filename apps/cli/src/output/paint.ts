const codes = { red: 31, green: 32, yellow: 33, blue: 34, dim: 2, bold: 1 } as const;
export type Paint = (style: keyof typeof codes, text: string) => string;

const escape = String.fromCharCode(27);

/** Colours where they are wanted, else the text as it is. */
export const painter = (color: boolean): Paint =>
  color ? (style, text) => `${escape}[${codes[style]}m${text}${escape}[0m` : (_style, text) => text;
