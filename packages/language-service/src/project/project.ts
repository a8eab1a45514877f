import { checkFile, ruleFile, type CheckResult, type Diagnostic, type SourceRange } from '@tamis/lang';
import type { Range } from 'vscode-languageserver-types';
import type { DeclarationUnit } from '../documents/declaration.js';
import { RuleDocument, type DocumentChange, type Ledger, type PlacedDeclaration } from '../documents/rule-document.js';
import { lineBase, readVirtualLine } from '../documents/virtual-place.js';
import type { LanguageServiceOptions } from '../options.js';

/** A declaration and the document it is part of. */
export interface Located {
  readonly document: RuleDocument;
  readonly placed: PlacedDeclaration;
}

export interface Location {
  readonly uri: string;
  readonly range: Range;
}

interface Checked {
  /** The declarations it was checked with: the same ones give the same result. */
  readonly key: string;
  readonly result: CheckResult;
}

/** The open files of one rule set: they share one namespace, as `import` says of files. */
export class Project {
  readonly #documents = new Map<string, RuleDocument>();
  readonly #checked = new Map<number, Checked>();
  #located = new Map<number, Located>();
  #byName = new Map<string, DeclarationUnit[]>();
  #lastId = 0;
  /** How many declarations were read and checked, for tests of how little a change costs. */
  readonly work = { read: 0, checked: 0 };

  constructor(readonly options: LanguageServiceOptions) {}

  get documents(): Iterable<RuleDocument> {
    return this.#documents.values();
  }

  document(uri: string): RuleDocument | null {
    return this.#documents.get(uri) ?? null;
  }

  open(uri: string, version: number, text: string): void {
    this.#put(RuleDocument.open(uri, version, text, this.#ledger));
  }

  change(uri: string, version: number, changes: readonly DocumentChange[]): void {
    const document = this.#documents.get(uri);
    if (document) this.#put(document.changed(version, changes));
  }

  close(uri: string): void {
    this.#documents.delete(uri);
    this.#index();
  }

  /** Every declaration, in the order of files and of text. */
  get located(): ReadonlyMap<number, Located> {
    return this.#located;
  }

  declared(name: string): readonly DeclarationUnit[] {
    return this.#byName.get(name) ?? [];
  }

  /** Names that any file declares, with their declarations. */
  get names(): ReadonlyMap<string, readonly DeclarationUnit[]> {
    return this.#byName;
  }

  /** The declarations that names stand for, and those that these need, in order. */
  needed(names: Iterable<string>): readonly DeclarationUnit[] {
    const found = new Set<DeclarationUnit>();
    const pending = [...names];
    for (let name = pending.pop(); name !== undefined; name = pending.pop())
      for (const unit of this.declared(name)) {
        if (found.has(unit)) continue;
        found.add(unit);
        pending.push(...this.#namesIn(unit));
      }
    return [...found].sort((a, b) => this.#order(a) - this.#order(b));
  }

  /** What the checker says of one declaration: anew only when it, or one it needs, has changed. */
  check({ document, placed }: Located): CheckResult {
    const { unit } = placed;
    const runsAll =
      unit.name === null && unit.nodes.some((node) => node.kind === 'testDeclaration' && node.rules.length === 0);
    const others = runsAll ? document.declarations.map((each) => each.unit) : this.needed(this.#namesIn(unit));
    const units = others.includes(unit) ? others : [...others, unit];
    const key = units.map(({ id }) => id).join();
    const known = this.#checked.get(unit.id);
    if (known?.key === key) return known.result;
    this.work.checked++;
    const version = document.declarations[0]?.unit.version ?? null;
    const nodes = units.flatMap((each) => each.nodes);
    const all = checkFile(ruleFile(version, nodes), this.options);
    const isOwn = (diagnostic: Diagnostic): boolean =>
      diagnostic.range !== undefined && readVirtualLine(diagnostic.range.start.line).declarationId === unit.id;
    const result = { ...all, diagnostics: all.diagnostics.filter(isOwn) };
    this.#checked.set(unit.id, { key, result });
    return result;
  }

  /** What is wrong with a file as a whole, whatever its declarations say. */
  checkWhole(document: RuleDocument): readonly Diagnostic[] {
    const [first] = document.declarations;
    if (!first) return [];
    const start = { line: lineBase(first.unit.id), character: 0 };
    const empty = ruleFile(first.unit.version, [], { start, end: start });
    return checkFile(empty, this.options).diagnostics;
  }

  /** Whether any other declaration uses a name that this one declares. */
  isMentionedElsewhere(unit: DeclarationUnit): boolean {
    for (const { placed } of this.#located.values())
      if (placed.unit !== unit && unit.name !== null && placed.unit.words.has(unit.name)) return true;
    return false;
  }

  /** Where a place in a tree is now; null when its declaration has gone. */
  locate(range: SourceRange): Location | null {
    const start = readVirtualLine(range.start.line);
    const found = this.#located.get(start.declarationId);
    if (!found) return null;
    const { line, character } = found.placed.position;
    const real = (at: SourceRange['start']): Range['start'] => {
      const below = readVirtualLine(at.line).line;
      return { line: line + below, character: below === 0 ? character + at.character : at.character };
    };
    return { uri: found.document.uri, range: { start: real(range.start), end: real(range.end) } };
  }

  /** The declared names among the words of a declaration. */
  #namesIn(unit: DeclarationUnit): readonly string[] {
    const known = this.#namesByUnit.get(unit);
    if (known) return known;
    const names = [...unit.words].filter((word) => this.#byName.has(word));
    this.#namesByUnit.set(unit, names);
    return names;
  }

  /** Valid as long as the same names are declared, whatever they stand for. */
  #namesByUnit = new WeakMap<DeclarationUnit, readonly string[]>();

  #order(unit: DeclarationUnit): number {
    return this.#positions.get(unit.id) ?? 0;
  }

  #positions = new Map<number, number>();

  readonly #ledger: Ledger = {
    nextId: () => {
      this.#lastId++;
      return this.#lastId;
    },
    onRead: () => {
      this.work.read++;
    },
  };

  #put(document: RuleDocument): void {
    this.#documents.set(document.uri, document);
    this.#index();
  }

  #index(): void {
    const before = this.#byName;
    this.#located = new Map();
    this.#byName = new Map();
    this.#positions = new Map();
    for (const document of this.#documents.values())
      for (const placed of document.declarations) {
        const { unit } = placed;
        this.#positions.set(unit.id, this.#located.size);
        this.#located.set(unit.id, { document, placed });
        if (unit.name === null) continue;
        const same = this.#byName.get(unit.name);
        if (same) same.push(unit);
        else this.#byName.set(unit.name, [unit]);
      }
    const isSame = before.size === this.#byName.size && [...before.keys()].every((name) => this.#byName.has(name));
    if (!isSame) this.#namesByUnit = new WeakMap();
    for (const id of this.#checked.keys()) if (!this.#located.has(id)) this.#checked.delete(id);
  }
}
