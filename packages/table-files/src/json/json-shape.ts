import { tableLimits } from '../table-limits.js';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const opensArray = 0x5b;
const closesArray = 0x5d;
const opensObject = 0x7b;
const closesObject = 0x7d;

/** Kind of a JSON character: part of a text, the beginning or the end of something, or anything else. */
export type JsonMark = 'opens' | 'closes' | 'comma' | 'colon' | 'other';

/** Follows JSON text character by character, and keeps its depth and the number of marks since the last reset. */
export class JsonShape {
  depth = 0;
  marks = 0;
  private isText = false;
  private isEscaped = false;

  /** Returns the kind of the next character. A closing character has the depth outside of what it closes. */
  next(unit: number): JsonMark {
    if (this.isText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (unit === backslash) this.isEscaped = true;
      else if (unit === quote) this.isText = false;
      return 'other';
    }
    switch (unit) {
      case quote:
        this.isText = true;
        return 'other';
      case opensArray:
      case opensObject:
        this.depth += 1;
        this.marks += 1;
        return 'opens';
      case closesArray:
      case closesObject:
        this.depth -= 1;
        return 'closes';
      case comma:
        this.marks += 1;
        return 'comma';
      case colon:
        this.marks += 1;
        return 'colon';
      default:
        return 'other';
    }
  }

  /** Returns why text with these counts may not be parsed, where `depth` is the surrounding depth, or `null` if it may be. */
  problem(depth: number): string | null {
    if (this.depth - depth > tableLimits.jsonDepth) return `nested deeper than ${tableLimits.jsonDepth} levels`;
    if (this.marks > tableLimits.jsonMarks) return `has more than ${tableLimits.jsonMarks} members and elements`;
    return null;
  }
}

/** Returns why a text that should be JSON may not be parsed, or `null` if it may be. It stops at the first reason. */
export function jsonShapeProblem(text: string): string | null {
  const shape = new JsonShape();
  for (let at = 0; at < text.length; at += 1) {
    const mark = shape.next(text.charCodeAt(at));
    const problem = mark === 'other' ? null : shape.problem(0);
    if (problem !== null) return problem;
  }
  return null;
}
