import { readValue, unknown, type Type } from '@tamis/lang';
import type { DeriveField } from './derived-values.js';

/**
 * A field that is there only after something was run: unknown (`not_screened`) while what its first `run` steps name is absent,
 * unknown (`missing`) when it was run and brought no such value.
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
