import type { DeclarationUnit, NamedKind } from '../documents/declaration.js';
import type { LocatedDeclaration, Project } from './project.js';
import type { Occurrence, SymbolKind } from '../symbols/symbol.js';

/** A named symbol. A `let` or parameter belongs to one declaration, everything else to all files. */
export interface NamedSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The declaration that the name is local to, or `null` if all files share it. */
  readonly owner: DeclarationUnit | null;
  /** Where it is declared. Several declarations if the name is declared twice. */
  readonly declaredIn: readonly DeclarationUnit[];
}

const isLocal = (kind: SymbolKind | null): boolean => kind === 'let' || kind === 'parameter';

const findLocal = (unit: DeclarationUnit, name: string): Occurrence | undefined =>
  unit.symbols.occurrences.find((each) => each.name === name && isLocal(each.declares));

const kinds: Readonly<Record<NamedKind, SymbolKind>> = {
  List: 'list',
  Const: 'const',
  Param: 'param',
  Define: 'define',
  Matrix: 'matrix',
  Rule: 'rule',
};

function resolveGlobal(name: string, project: Project): NamedSymbol | null {
  const declaredIn = project.declarationsOf(name);
  const kind = declaredIn[0]?.kind;
  return kind ? { name, kind: kinds[kind], owner: null, declaredIn } : null;
}

/** Fields of the record take precedence, as the language defines. */
function isRecordField({ record, name }: Occurrence, project: Project): boolean {
  return record !== null && project.options.catalogue.schema.recordField(record, [name]) !== null;
}

/** Returns what a name refers to at its position. `null` if it is a field, a function, or nothing. */
export function resolveSymbol(occurrence: Occurrence, unit: DeclarationUnit, project: Project): NamedSymbol | null {
  const { name, declares, use } = occurrence;
  if (declares !== null && isLocal(declares)) return { name, kind: declares, owner: unit, declaredIn: [unit] };
  if (declares !== null) return resolveGlobal(name, project);
  const shared = resolveGlobal(name, project);
  if (use === 'call') return shared?.kind === 'define' ? shared : null;
  if (use !== 'value') return shared;
  if (isRecordField(occurrence, project)) return null;
  const local = findLocal(unit, name);
  return local?.declares ? { name, kind: local.declares, owner: unit, declaredIn: [unit] } : shared;
}

const isSame = (a: NamedSymbol, b: NamedSymbol): boolean => a.name === b.name && a.owner === b.owner;

export interface SymbolReference {
  readonly located: LocatedDeclaration;
  readonly occurrence: Occurrence;
}

/** Returns every location where a symbol is declared or used. */
export function referencesOf(thing: NamedSymbol, project: Project): readonly SymbolReference[] {
  return [...project.located.values()].flatMap((located) => {
    const { unit } = located.placed;
    if ((thing.owner !== null && thing.owner !== unit) || !unit.words.has(thing.name)) return [];
    return unit.symbols.occurrences.flatMap((occurrence) => {
      if (occurrence.name !== thing.name) return [];
      const found = resolveSymbol(occurrence, unit, project);
      return found && isSame(found, thing) ? [{ located, occurrence }] : [];
    });
  });
}
