import { tableLimits } from '../table-limits.js';
import { TableFormatError } from '../table-row.js';
import type { XmlHandler } from './read-xml.js';

/** Reads the texts that cells refer to by index. */
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
        if (name === 'si' && texts.push(text) > tableLimits.sharedTexts)
          throw new TableFormatError(`not readable: its cells share more than ${tableLimits.sharedTexts} texts`);
        if (name === 'rPh') isPhonetic = false;
        isText = false;
      },
      text(more) {
        if (!isText) return;
        text += more;
        if (text.length > tableLimits.rowCharacters)
          throw new TableFormatError(`not readable: a text has more than ${tableLimits.rowCharacters} characters`);
      },
    },
  };
}
