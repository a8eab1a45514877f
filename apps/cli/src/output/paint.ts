import picocolors from 'picocolors';

export type Paint = (style: 'red' | 'green' | 'yellow' | 'blue' | 'dim' | 'bold', text: string) => string;

/** Colours where they are wanted, else the text as it is. */
export const painter = (color: boolean): Paint => {
  const colors = picocolors.createColors(color);
  return (style, text) => colors[style](text);
};
