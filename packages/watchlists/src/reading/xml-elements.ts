import { SaxesParser } from 'saxes';

import { decodedText } from './decoded-text.js';
import type { ListFile } from './list-file.js';
import { ListFormatError } from './list-format-error.js';
import { listLimits } from '../list-limits.js';

/** An element with all its content. Names have no prefixes. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of nested elements. */
  readonly text: string;
  readonly line: number;
}

export interface XmlShape {
  /** Name of the root element of the file. */
  readonly root: string;
  /** Elements that are yielded, each with all its content. They are not nested in each other. */
  readonly records: ReadonlySet<string>;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: OpenElement[];
  text: string;
  readonly line: number;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Yields the root without its content, then the records in the groups in which they are read. Throws `ListFormatError`. */
export async function* xmlElements(file: ListFile, shape: XmlShape): AsyncGenerator<readonly XmlElement[]> {
  const reading = new XmlReading(file.name, shape);
  for await (const text of decodedText(file, 'utf-8')) {
    reading.write(text);
    yield reading.take();
  }
  reading.end();
  yield reading.take();
}

class XmlReading {
  private readonly parser = new SaxesParser();
  private found: XmlElement[] = [];
  /** Open elements, from the record inwards. */
  private open: OpenElement[] = [];
  private depth = 0;
  private sinceTag = 0;
  private characters = 0;
  private parts = 0;

  constructor(
    private readonly file: string,
    private readonly shape: XmlShape,
  ) {
    this.parser.on('opentag', ({ name, attributes }) => this.openTag(localName(name), attributes));
    this.parser.on('closetag', () => this.closeTag());
    this.parser.on('text', (text) => this.addText(text));
    this.parser.on('cdata', (text) => this.addText(text));
    this.parser.on('error', (error) => this.refuse(`not readable as XML: ${error.message}`));
    // Lists declare no entities. A file that does would cause expansion or file access.
    this.parser.on('doctype', () => this.refuse('declares a document type, which lists do not'));
  }

  write(text: string): void {
    this.sinceTag += text.length;
    this.parser.write(text);
    if (this.sinceTag > listLimits.rowCharacters)
      this.refuse(`a tag or text has more than ${listLimits.rowCharacters} characters`);
  }

  /** Throws if an element is still open, because the file was then cut off. */
  end(): void {
    this.parser.close();
  }

  take(): readonly XmlElement[] {
    const taken = this.found;
    this.found = [];
    return taken;
  }

  private openTag(name: string, attributes: Readonly<Record<string, string>>): void {
    this.sinceTag = 0;
    this.depth += 1;
    if (this.depth > listLimits.xmlDepth) this.refuse(`nested deeper than ${listLimits.xmlDepth}`);
    const isRoot = this.depth === 1;
    if (isRoot && name !== this.shape.root) this.refuse(`begins with \`${name}\` in place of \`${this.shape.root}\``);
    const parent = this.open.at(-1);
    if (!isRoot && !parent && !this.shape.records.has(name)) return;
    const element: OpenElement = {
      name,
      attributes: withLocalNames(attributes),
      children: [],
      text: '',
      line: this.parser.line,
    };
    this.count(element);
    if (isRoot) this.found.push(element);
    else this.open.push(element);
    parent?.children.push(element);
  }

  private count(element: OpenElement): void {
    if (this.open.length === 0) {
      this.characters = 0;
      this.parts = 0;
    }
    this.parts += 1;
    for (const value of Object.values(element.attributes)) this.characters += value.length;
    if (this.parts > listLimits.elementParts) this.refuse(`an entry has more than ${listLimits.elementParts} elements`);
    this.checkCharacters();
  }

  private addText(text: string): void {
    const element = this.open.at(-1);
    if (!element) return;
    this.characters += text.length;
    this.checkCharacters();
    element.text += text;
  }

  private checkCharacters(): void {
    if (this.characters > listLimits.elementCharacters)
      this.refuse(`an entry has more than ${listLimits.elementCharacters} characters`);
  }

  private closeTag(): void {
    this.sinceTag = 0;
    this.depth -= 1;
    const element = this.open.pop();
    if (element && this.open.length === 0) this.found.push(element);
  }

  private refuse(why: string): never {
    throw new ListFormatError(this.file, `line ${this.parser.line}: ${why}`);
  }
}

function withLocalNames(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const local: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const key in attributes) local[localName(key)] = attributes[key] ?? '';
  return local;
}

/** Returns the trimmed text of the first child element with this name; empty if there is none. */
export const textOf = (element: XmlElement, name: string): string =>
  element.children.find((child) => child.name === name)?.text.trim() ?? '';

export const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** Returns all elements with this name at any depth, in the order of the file. */
export function deepChildren(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => (child.name === name ? [child] : deepChildren(child, name)));
}
