import { readValue, unknown, type Type } from '@tamis/lang';
import type { DeriveField } from './derived-values.js';

/**
 * Derives a field that exists only after a check has been performed. Unknown (`not_screened`) while the value at its first `run` steps is
 * absent, and unknown (`missing`) if the check was performed but had no such value.
 */
export const screened =
  (below: readonly string[], run: number, type: Type): DeriveField =>
  (owner) => {
    const gate = below.slice(0, run);
    const path = [...owner, ...below].join('.');
    return {
      reads: run === below.length ? [gate] : [gate, below],
      value: (read, { timezone }) =>
        (read(gate) ?? null) === null
          ? unknown({ cause: 'not_screened', path: [...owner, ...gate].join('.') })
          : readValue(read(below), type, path, timezone),
    };
  };
