import type { XmlHandler } from './read-xml.js';

/** Reads the texts that cells refer to by their place. */
export function textTableReader(): { readonly handle: XmlHandler; readonly texts: readonly string[] } {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  return {
    texts,
    handle: {
      open(name) {
        if (name === 'si') text = '';
        if (name === 'rPh') isPhonetic = true;
        isText = name === 't' && !isPhonetic;
      },
      close(name) {
        if (name === 'si') texts.push(text);
        if (name === 'rPh') isPhonetic = false;
        isText = false;
      },
      text(more) {
        if (isText) text += more;
      },
    },
  };
}
