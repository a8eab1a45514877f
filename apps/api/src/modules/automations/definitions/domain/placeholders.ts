import { automationLimits } from './automation-limits.js';
import type { JsonObject } from './automation.js';

const placeholder = /\{\{\s*([\w$-]+(?:\.[\w$-]+|\[\d+\])*)\s*\}\}/g;

/** Returns whether any text of a config contains a placeholder. */
export function hasPlaceholder(value: unknown): boolean {
  if (typeof value === 'string') return value.search(placeholder) !== -1;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasPlaceholder);
}

/** Values for placeholders: `roots` are read by name, and any other path is read from `data`. */
export interface FillingSource {
  readonly data: JsonObject;
  readonly roots: JsonObject;
}

export interface Filled {
  readonly value: JsonObject;
  /** Paths without a value, which were replaced by empty text. */
  readonly missing: readonly string[];
}

/** Replaces placeholders in texts. Reads only own properties, without expressions. Throws if a text becomes too long. */
export function fillPlaceholders(config: JsonObject, source: FillingSource): Filled {
  const missing: string[] = [];
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner)]));
  };
  const fillText = (text: string): string => {
    const filled = text.replace(placeholder, (_, path: string) => {
      const found = valueAt(path, source);
      if (found === null || found === undefined) missing.push(path);
      return asText(found);
    });
    if (filled.length > automationLimits.filledCharacters)
      throw new RangeError(
        `a text has more than ${automationLimits.filledCharacters} characters once its placeholders are filled`,
      );
    return filled;
  };
  return { value: fill(config) as JsonObject, missing };
}

function valueAt(path: string, { data, roots }: FillingSource): unknown {
  const steps = path.replace(/\[(\d+)\]/g, '.$1').split('.');
  let value: unknown = Object.hasOwn(roots, steps[0]!) ? roots : data;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
