import { SaxesParser } from 'saxes';

import { tableLimits } from '../table-limits.js';
import { TableFormatError } from '../table-row.js';

/** Handlers for XML, with names without their prefixes. */
export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads XML piece by piece, and yields the result of `take` after each. Throws `TableFormatError`. */
export async function* readXml<Taken>(
  pieces: AsyncIterable<string>,
  handler: XmlHandler,
  take: () => Taken,
): AsyncGenerator<Taken> {
  const parser = new SaxesParser();
  // The parser keeps open elements and the current text.
  let depth = 0;
  let characters = 0;
  parser.on('opentag', ({ name, attributes }) => {
    characters = 0;
    depth += 1;
    if (depth > tableLimits.xmlDepth)
      throw new TableFormatError(`not XLSX: nested deeper than ${tableLimits.xmlDepth}`);
    handler.open?.(
      localName(name),
      Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value])),
    );
  });
  parser.on('closetag', ({ name }) => {
    characters = 0;
    depth -= 1;
    handler.close?.(localName(name));
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('error', (error) => {
    throw new TableFormatError(`not XLSX: ${error.message}`);
  });
  // Spreadsheets declare no entities. A file that does wants them to be expanded.
  parser.on('doctype', () => {
    throw new TableFormatError('not XLSX: a part of it declares a document type');
  });
  for await (const piece of pieces) {
    characters += piece.length;
    parser.write(piece);
    if (characters > tableLimits.xmlCharacters)
      throw new TableFormatError(`not XLSX: a tag or text of more than ${tableLimits.xmlCharacters} characters`);
    yield take();
  }
  parser.close();
  yield take();
}
