import { decodedText } from './decoded-text.js';
import type { JsonRow } from './json/json-row.js';
import { JsonShape } from './json/json-shape.js';
import { tableLimits } from './table-limits.js';
import { TableFormatError } from './table-row.js';

/** Elements of the array that a file is, or that the object has which it is. Throws `TableFormatError`. */
export function* jsonRows(chunks: Iterable<Uint8Array>, array: JsonArray): Generator<JsonRow> {
  const reader = new ArrayReader(array);
  for (const text of decodedText(chunks, 'utf-8', '')) yield* reader.read(text);
  reader.end();
}

/** The array that a file has. */
export interface JsonArray {
  /** Of the object that the file is, where it is no array itself. */
  readonly member: string;
  /** What its elements are called. */
  readonly noun: string;
}

const tailCharacters = 200;

/** Takes the elements out of a text, so that what is left of it is small. */
class ArrayReader {
  private readonly shape = new JsonShape();
  /** The text without the elements. */
  private outer = '';
  /** Its end, where the name of a member stands. */
  private tail = '';
  /** Of the elements; null: they have not begun, or have ended. */
  private depth: number | null = null;
  private hasArray = false;
  /** Whether an element must come: one that a comma stands before. */
  private isAfterComma = false;
  private element = '';
  private elementLine = 1;
  private line = 1;
  private rows = 0;

  constructor(private readonly array: JsonArray) {}

  *read(text: string): Generator<JsonRow> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      const mark = this.shape.next(unit);
      if (unit === 0x0a) this.line += 1;
      if (mark === 'other' || mark === 'colon') {
        if (this.depth !== null && mark === 'colon') this.checkShape();
        continue;
      }
      if (this.depth === null) {
        if (mark !== 'opens' || text[at] !== '[') continue;
        this.addOuter(text.slice(from, at));
        from = at;
        if (!this.beginsArray()) continue;
        this.beginArray();
        from = at + 1;
      } else if (mark === 'opens') this.checkShape();
      else if (mark === 'comma' && this.shape.depth === this.depth) {
        yield* this.endElement(text.slice(from, at), true);
        from = at + 1;
      } else if (mark === 'closes' && this.shape.depth < this.depth) {
        yield* this.endElement(text.slice(from, at), false);
        if (text[at] !== ']') this.refuseSyntax();
        this.depth = null;
        this.addOuter('[]');
        from = at + 1;
      }
    }
    this.keep(text.slice(from));
  }

  /** Checks that nothing was left open, and that what stands around the elements is JSON. */
  end(): void {
    if (this.depth !== null) throw new TableFormatError('not JSON: it ends within its array', this.line);
    try {
      JSON.parse(this.outer);
    } catch (error) {
      throw new TableFormatError(`not JSON: ${(error as Error).message}`);
    }
    const { member, noun } = this.array;
    if (!this.hasArray) throw new TableFormatError(`must hold an array of ${noun}, or an object with \`${member}\``);
  }

  private keep(text: string): void {
    if (this.depth === null) this.addOuter(text);
    else this.element += text;
    if (this.element.length > tableLimits.rowCharacters)
      throw new TableFormatError(`an element has more than ${tableLimits.rowCharacters} characters`, this.elementLine);
    if (this.outer.length > tableLimits.rowCharacters || this.shape.depth > tableLimits.jsonDepth)
      throw new TableFormatError('not JSON: what stands around the array is too large or nested too deep', this.line);
  }

  private addOuter(text: string): void {
    this.outer += text;
    this.tail = (this.tail + text).slice(-tailCharacters);
  }

  private beginsArray(): boolean {
    if (this.shape.depth === 1) return !this.hasArray && this.outer.trim() === '';
    if (this.shape.depth !== 2) return false;
    const key = /("(?:[^"\\]|\\.)*")\s*:\s*$/.exec(this.tail)?.[1];
    if (key === undefined || parsedKey(key) !== this.array.member) return false;
    if (this.hasArray) throw new TableFormatError(`the key \`${this.array.member}\` stands twice`, this.line);
    return true;
  }

  private beginArray(): void {
    this.depth = this.shape.depth;
    this.hasArray = true;
    this.beginElement();
    this.isAfterComma = false;
  }

  private beginElement(): void {
    this.shape.marks = 0;
    this.element = '';
    this.elementLine = this.line;
  }

  private *endElement(rest: string, isComma: boolean): Generator<JsonRow> {
    this.keep(rest);
    const { element, elementLine: before } = this;
    const text = element.trim();
    const line = before + lineFeeds(element.slice(0, element.length - element.trimStart().length));
    if (text !== '') {
      this.rows += 1;
      if (this.rows > tableLimits.rows)
        throw new TableFormatError(`has more than ${tableLimits.rows} rows; send it in parts`, line);
      checkSyntax(text, line);
      yield { line, text, problem: null };
    } else if (isComma || this.isAfterComma) this.refuseSyntax();
    this.isAfterComma = isComma;
    this.beginElement();
  }

  private checkShape(): void {
    const problem = this.shape.problem(this.depth!);
    if (problem !== null) throw new TableFormatError(`not readable as JSON: ${problem}`, this.line);
  }

  private refuseSyntax(): never {
    throw new TableFormatError('not JSON: an element of the array is missing', this.line);
  }
}

const lineFeeds = (text: string): number => text.split('\n').length - 1;

function parsedKey(key: string): unknown {
  try {
    return JSON.parse(key);
  } catch {
    return null;
  }
}

function checkSyntax(text: string, line: number): void {
  try {
    JSON.parse(text);
  } catch (error) {
    throw new TableFormatError(`not JSON: ${(error as Error).message}`, line);
  }
}
