import { maxDeclarations } from '@tamis/grammar';
import {
  checkFiles,
  createDiagnostic,
  diagnosticCodes,
  ruleFile,
  type CheckedMatrix,
  type CheckedRule,
  type Diagnostic,
  type RuleFile,
  type SourceRange,
} from '@tamis/lang';
import type { Range } from 'vscode-languageserver-types';
import type { DeclarationUnit } from '../documents/declaration.js';
import {
  RuleDocument,
  type DocumentChange,
  type DeclarationTracker,
  type PositionedDeclaration,
} from '../documents/rule-document.js';
import { firstVirtualLine, readVirtualLine } from '../documents/virtual-line.js';
import type { LanguageServiceOptions } from './options.js';

/** A declaration and the document that contains it. */
export interface LocatedDeclaration {
  readonly document: RuleDocument;
  readonly placed: PositionedDeclaration;
}

export interface Location {
  readonly uri: string;
  readonly range: Range;
}

/** Result of checking one declaration. Positions refer to its text. */
export interface CheckedDeclaration {
  /** Identifies the declarations it was checked with. The same key gives the same result. */
  readonly key: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The declaration itself, if it is a rule or matrix without errors. */
  readonly rule: CheckedRule | null;
  readonly matrix: CheckedMatrix | null;
}

type CheckOutcome = Omit<CheckedDeclaration, 'key'>;

/**
 * Maximum number of dependencies with which a declaration is checked separately. If there are more, all declarations are checked together
 * once.
 */
const maxDependencies = 200;

/** E0909, as reported when whole files are read. */
const tooMany = diagnosticCodes.find(({ code }) => code === 'E0909');

/** Whether it is a test outside of the rules that names none of them. */
const runsEveryRule = (unit: DeclarationUnit): boolean =>
  unit.isTest && unit.nodes.some((node) => node.kind === 'testDeclaration' && node.rules.length === 0);

/** Returns the options without the findings that are reported once per file, or about all rules together. */
const forOne = (options: LanguageServiceOptions, pragma = false): LanguageServiceOptions => ({
  ...options,
  lints: { ...options.lints, pragma, analysis: false },
});

/** Turns `file:///rules/a.rules` into `/rules/a.rules`. */
const pathOf = (uri: string): string => decodeURI(uri.replace(/^[a-z]+:\/\//i, ''));

/** The open files of one rule set. They share one namespace, like files that `import` each other. */
export class Project {
  readonly #documents = new Map<string, RuleDocument>();
  readonly #checked = new Map<number, CheckedDeclaration>();
  #located = new Map<number, LocatedDeclaration>();
  #byName = new Map<string, DeclarationUnit[]>();
  #lastId = 0;
  /** Number of declarations that were read and checked, for tests of how little work a change causes. */
  readonly workCounters = { read: 0, checked: 0 };

  /** Changes whenever a file changes. */
  revision = 0;

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
    if (document) this.#put(document.withChanges(version, changes));
  }

  /** Discards the results of the checker. */
  recheck(): void {
    this.#checked.clear();
    this.#index();
  }

  close(uri: string): void {
    this.#documents.delete(uri);
    this.#index();
  }

  /** Every declaration, in the order of files and of text. */
  get located(): ReadonlyMap<number, LocatedDeclaration> {
    return this.#located;
  }

  declarationsOf(name: string): readonly DeclarationUnit[] {
    return this.#byName.get(name) ?? [];
  }

  /** Names that any file declares, with their declarations. */
  get names(): ReadonlyMap<string, readonly DeclarationUnit[]> {
    return this.#byName;
  }

  /**
   * Returns the declarations that the names refer to, and their dependencies, in order. If there are very many, only the first ones found.
   */
  dependenciesOf(names: Iterable<string>): readonly DeclarationUnit[] {
    const found = new Set<DeclarationUnit>();
    const pending = [...names];
    for (let name = pending.pop(); name !== undefined && found.size <= maxDependencies; name = pending.pop())
      // For a name that is declared many times, the first declarations suffice for all findings.
      for (const unit of this.declarationsOf(name).slice(0, 2)) {
        if (found.has(unit)) continue;
        found.add(unit);
        pending.push(...this.#namesIn(unit));
      }
    return [...found].sort((a, b) => this.#order(a) - this.#order(b));
  }

  /**
   * Returns the findings for one declaration. They are computed again only if it or one of its dependencies has changed. Its own positions
   * refer to its text.
   */
  check(located: LocatedDeclaration): CheckedDeclaration {
    const { document, placed } = located;
    const { unit } = placed;
    const others = runsEveryRule(unit) ? null : this.#around(located);
    const isBound = others === null || others.length > maxDependencies;
    const key = isBound ? `all of ${String(this.revision)}` : others.map(({ id }) => id).join();
    const known = this.#checked.get(unit.id);
    if (known?.key === key) return known;
    this.workCounters.checked++;
    const outcome = isBound
      ? this.#checkTogether(unit, others === null ? [document] : [...this.#documents.values()])
      : this.#checkBeside(located, others);
    const checked = { key, ...outcome };
    this.#checked.set(unit.id, checked);
    return checked;
  }

  /** Returns the declarations that a declaration refers to, and the tests that refer to it. */
  #around({ placed: { unit } }: LocatedDeclaration): readonly DeclarationUnit[] {
    const needed = this.dependenciesOf(this.#namesIn(unit)).filter((each) => each !== unit);
    if (unit.kind !== 'Rule') return needed;
    const { name } = unit;
    const tests = this.#tests.filter((test) => name !== null && test.words.has(name) && !needed.includes(test));
    return [...needed, ...tests];
  }

  #checkBeside({ document, placed: { unit } }: LocatedDeclaration, others: readonly DeclarationUnit[]): CheckOutcome {
    const at = this.#order(unit);
    const fileOf = (units: readonly DeclarationUnit[]): RuleFile =>
      ruleFile(
        document.declarations[0]?.unit.version ?? null,
        units.flatMap((each) => each.foreignNodes),
      );
    const own = ruleFile(document.declarations[0]?.unit.version ?? null, unit.nodes);
    const documents = [...this.#documents.values()].filter((each) => each !== document);
    const result = checkFiles(
      [
        { name: ' before', file: fileOf(others.filter((each) => this.#order(each) < at)) },
        { name: pathOf(document.uri), file: own, source: unit.text },
        { name: ' after', file: fileOf(others.filter((each) => this.#order(each) > at)) },
        // Imports only need to know whether such a file exists.
        ...documents.map(({ uri }) => ({ name: pathOf(uri), file: ruleFile(null, []) })),
      ],
      forOne(this.options),
    );
    const isOwn = ({ declaration }: CheckedRule | CheckedMatrix): boolean => own.declarations.includes(declaration);
    return {
      diagnostics: result.diagnostics.get(pathOf(document.uri)) ?? [],
      rule: result.rules.find(isOwn) ?? null,
      matrix: result.matrices.find(isOwn) ?? null,
    };
  }

  /**
   * Checks all declarations of some documents together, as a test of every rule requires. This happens once for all declarations that need
   * it.
   */
  #checkTogether(unit: DeclarationUnit, documents: readonly RuleDocument[]): CheckOutcome {
    const name = documents.length === 1 ? (documents[0]?.uri ?? '') : '';
    const known = this.#together.get(name);
    const found = known ?? this.#diagnosticsByUnit(documents);
    if (!known) this.#together.set(name, found);
    return { diagnostics: found.get(unit.id) ?? [], rule: null, matrix: null };
  }

  /** By the name of what was checked. Cleared by the next change. */
  readonly #together = new Map<string, ReadonlyMap<number, readonly Diagnostic[]>>();

  #diagnosticsByUnit(documents: readonly RuleDocument[]): ReadonlyMap<number, readonly Diagnostic[]> {
    const files = documents
      .filter((document) => !document.isTooLarge)
      .map(({ uri, declarations }) => {
        const nodes = declarations.flatMap(({ unit }) => unit.foreignNodes);
        return { name: pathOf(uri), file: ruleFile(declarations[0]?.unit.version ?? null, nodes) };
      });
    const byUnit = new Map<number, Diagnostic[]>();
    for (const diagnostic of [...checkFiles(files, forOne(this.options)).diagnostics.values()].flat()) {
      if (diagnostic.range === undefined) continue;
      const { declarationId } = readVirtualLine(diagnostic.range.start.line);
      const own = byUnit.get(declarationId);
      if (own) own.push(diagnostic);
      else byUnit.set(declarationId, [diagnostic]);
    }
    return byUnit;
  }

  /** Returns the problems of a file as a whole, independently of its declarations. */
  checkDocument(document: RuleDocument): readonly Diagnostic[] {
    const [first] = document.declarations;
    if (!first) return [];
    if (document.isTooLarge) return this.#refused(document);
    if (first.unit.version !== null || this.options.lints?.pragma !== true) return [];
    const start = { line: firstVirtualLine(first.unit.id), character: 0 };
    // If the first declarations are all broken, those errors are more urgent.
    const read = document.declarations.slice(0, 20).find(({ unit }) => unit.foreignNodes.length > 0);
    const nodes = read?.unit.foreignNodes ?? [];
    const file = ruleFile(null, nodes.slice(0, 1), { start, end: start });
    const { diagnostics } = checkFiles([{ name: '', file }], forOne(this.options, true));
    return diagnostics.get('')?.filter(({ code }) => code === 'W1111') ?? [];
  }

  /** No other problems are reported for a file that is too large. */
  #refused({ tooMany: range }: RuleDocument): readonly Diagnostic[] {
    if (!range || !tooMany) return [];
    const message = `this source has more than ${String(maxDeclarations)} declarations`;
    return [createDiagnostic(tooMany, { message, help: 'split it into several files', range })];
  }

  /** Whether any other declaration uses a name that this one declares. */
  isMentionedElsewhere(unit: DeclarationUnit): boolean {
    for (const { placed } of this.#located.values())
      if (placed.unit !== unit && unit.name !== null && placed.unit.words.has(unit.name)) return true;
    return false;
  }

  /**
   * Returns the current location of a position in a tree, seen from a declaration, or `null` if the declaration of the position no longer
   * exists.
   */
  locate(range: SourceRange, from: LocatedDeclaration): Location | null {
    const { declarationId } = readVirtualLine(range.start.line);
    const found = declarationId === 0 ? from : this.#located.get(declarationId);
    if (!found) return null;
    const { line, character } = found.placed.position;
    const real = (at: SourceRange['start']): Range['start'] => {
      const below = readVirtualLine(at.line).line;
      return { line: line + below, character: below === 0 ? character + at.character : at.character };
    };
    return { uri: found.document.uri, range: { start: real(range.start), end: real(range.end) } };
  }

  /** Returns the words of a declaration that are declared names. */
  #namesIn(unit: DeclarationUnit): readonly string[] {
    const known = this.#namesByUnit.get(unit);
    if (known) return known;
    const names = [...unit.words].filter((word) => this.#byName.has(word));
    this.#namesByUnit.set(unit, names);
    return names;
  }

  /** Valid as long as the same names are declared, regardless of what they refer to. */
  #namesByUnit = new WeakMap<DeclarationUnit, readonly string[]>();

  #order(unit: DeclarationUnit): number {
    return this.#positions.get(unit.id) ?? 0;
  }

  #positions = new Map<number, number>();
  #tests: readonly DeclarationUnit[] = [];

  readonly #ledger: DeclarationTracker = {
    nextId: () => {
      this.#lastId++;
      return this.#lastId;
    },
    onRead: () => {
      this.workCounters.read++;
    },
  };

  #put(document: RuleDocument): void {
    this.#documents.set(document.uri, document);
    this.#index();
  }

  #index(): void {
    this.revision++;
    this.#together.clear();
    const before = this.#byName;
    this.#located = new Map();
    this.#byName = new Map();
    this.#positions = new Map();
    for (const document of this.#documents.values())
      for (const placed of document.isTooLarge ? [] : document.declarations) {
        const { unit } = placed;
        this.#positions.set(unit.id, this.#located.size);
        this.#located.set(unit.id, { document, placed });
        if (unit.name === null) continue;
        const same = this.#byName.get(unit.name);
        if (same) same.push(unit);
        else this.#byName.set(unit.name, [unit]);
      }
    this.#tests = [...this.#located.values()].map(({ placed }) => placed.unit).filter(({ isTest }) => isTest);
    const isSame = before.size === this.#byName.size && [...before.keys()].every((name) => this.#byName.has(name));
    if (!isSame) this.#namesByUnit = new WeakMap();
    for (const id of this.#checked.keys()) if (!this.#located.has(id)) this.#checked.delete(id);
  }
}
