import picocolors from 'picocolors';

export type Paint = (style: 'red' | 'green' | 'yellow' | 'blue' | 'dim' | 'bold', text: string) => string;

/** Returns functions that colour text, or leave it unchanged without `color`. */
export const painter = (color: boolean): Paint => {
  const colors = picocolors.createColors(color);
  return (style, text) => colors[style](text);
};
