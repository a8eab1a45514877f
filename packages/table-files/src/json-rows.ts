import { decodedText } from './decoded-text.js';
import type { JsonRow } from './json/json-row.js';
import { JsonShape } from './json/json-shape.js';
import { tableLimits } from './table-limits.js';
import { TableFormatError } from './table-row.js';

/** Reads the elements of an array, which is either the file itself or a member of the object in the file. Throws `TableFormatError`. */
export function* jsonRows(chunks: Iterable<Uint8Array>, array: JsonArray): Generator<JsonRow> {
  const reader = new ArrayReader(array);
  for (const text of decodedText(chunks, 'utf-8', '')) yield* reader.read(text);
  reader.end();
}

/** Reads the elements of arrays in a body, and finally the body without them. Whether that is valid JSON is checked by the caller. */
export function* bodyRows(chunks: Iterable<Uint8Array>, array: BodyArray): Generator<BodyRow> {
  const reader = new ArrayReader({ noun: 'elements', ...array }, true);
  for (const text of decodedText(chunks, 'utf-8', ''))
    for (const { line, text: row } of reader.read(text)) yield { array: reader.arrays - 1, line, text: row };
  yield { array: null, line: 1, text: reader.endBody() };
}

/** Where the elements of a body are: in a member, in a member of an object in the body, or in a member of each element of another array. */
export interface BodyArray {
  readonly member: string;
  readonly of?: string;
  readonly within?: string;
  /** Maximum characters of the text around it. By default the limit of a row. */
  readonly aroundCharacters?: number;
}

/** An element of a body as JSON text. */
export interface BodyRow {
  /** Index of the array that contains it. `null` for the body itself, in which the arrays are empty. */
  readonly array: number | null;
  readonly line: number;
  readonly text: string;
}

/** The array of a file. */
export interface JsonArray {
  /** Member of the object in the file, if the file is not an array itself. */
  readonly member: string;
  /** Name of its elements for messages. */
  readonly noun: string;
}

const tailCharacters = 200;

/** Removes the elements from a text, so that only a small text remains. */
class ArrayReader {
  private readonly shape = new JsonShape();
  /** The text without the elements. */
  private outer = '';
  /** The end of this text, which contains the name of a member. */
  private tail = '';
  /** Depth of the elements. `null` before the first and after the last one. */
  private depth: number | null = null;
  private hasArray = false;
  /** Whether an element has to follow, because there was a comma. */
  private isAfterComma = false;
  private element = '';
  private elementLine = 1;
  private line = 1;
  private rows = 0;
  /** Whether the position is inside the array whose elements contain the arrays to read. */
  private isWithin = false;
  /** Number of arrays that have started. */
  arrays = 0;

  constructor(
    private readonly array: JsonArray & BodyArray,
    private readonly isBody = false,
  ) {}

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
        if (mark === 'closes' && this.shape.depth === 1) this.isWithin = false;
        const mayBeOf = this.array.of !== undefined && this.shape.depth === 2;
        if (mark !== 'opens' || (text[at] !== '[' && !mayBeOf)) continue;
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

  /** Returns the text around the arrays. */
  endBody(): string {
    if (this.depth !== null) throw new TableFormatError('not JSON: it ends within an array', this.line);
    return this.outer;
  }

  /** Checks that nothing was left open, and that the text around the elements is JSON. */
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
    const { aroundCharacters = tableLimits.rowCharacters } = this.array;
    if (this.outer.length > aroundCharacters || this.shape.depth > tableLimits.jsonDepth)
      throw new TableFormatError('not JSON: what stands around the array is too large or nested too deep', this.line);
  }

  private addOuter(text: string): void {
    this.outer += text;
    this.tail = (this.tail + text).slice(-tailCharacters);
  }

  private beginsArray(): boolean {
    const { member, of, within } = this.array;
    const owner = of ?? within;
    if (this.shape.depth === 1) return !this.isBody && !this.hasArray && this.outer.trim() === '';
    if (this.shape.depth === 2 && owner !== undefined) this.isWithin = this.isBehind(owner);
    const depth = of !== undefined ? 3 : within !== undefined ? 4 : 2;
    if (this.shape.depth !== depth || (owner !== undefined && !this.isWithin)) return false;
    if (!this.isBehind(member)) return false;
    // A duplicate key in a body is reported by the caller.
    if (this.hasArray && !this.isBody)
      throw new TableFormatError(`the key \`${this.array.member}\` occurs twice`, this.line);
    return true;
  }

  private isBehind(member: string): boolean {
    const key = /("(?:[^"\\]|\\.)*")\s*:\s*$/.exec(this.tail)?.[1];
    return key !== undefined && parsedKey(key) === member;
  }

  private beginArray(): void {
    this.depth = this.shape.depth;
    this.arrays += 1;
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
