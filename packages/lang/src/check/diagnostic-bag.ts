import type { SyntaxNode } from '../ast/syntax-node.js';
import { createDiagnostic, type DiagnosticDetails } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-code.js';
import { limits } from '../limits.js';

/** Returns the JSON path of a node read from JSON; `null` if the source is text. */
export type LocateNode = (node: SyntaxNode) => string | null;

export type DiagnosticData = Omit<DiagnosticDetails, 'range' | 'path'>;

/** Collects the diagnostics of one file. */
export class DiagnosticBag {
  readonly all: Diagnostic[] = [];
  errors = 0;

  /** `errorsOnly`: other findings are not used, so the code need not search for them. */
  constructor(
    private readonly locate: LocateNode | null,
    readonly errorsOnly = false,
  ) {}

  /** Adds a diagnostic. `at` is the erroneous node. */
  add(code: DiagnosticCode, at: SyntaxNode, parts: DiagnosticData): void {
    this.keep(code, at, (place) => createDiagnostic(code, { ...parts, ...place }));
  }

  /** Adds a finding again, at another position and with a different message. Its fixes apply to the original position and are left out. */
  restate(found: Diagnostic, at: SyntaxNode, parts: DiagnosticData): void {
    const { range: _range, path: _path, related: _related, fixes: _fixes, data: _data, docs, ...kept } = found;
    this.keep(found, at, (place) => ({ ...kept, ...parts, ...place, docs }));
  }

  private keep(
    { severity }: Pick<Diagnostic, 'severity'>,
    at: SyntaxNode,
    make: (place: Pick<Diagnostic, 'range' | 'path'>) => Diagnostic,
  ): void {
    if (severity === 'error') this.errors++;
    else if (this.errorsOnly) return;
    if (this.all.length >= limits.diagnosticsPerFile) return;
    const path = this.locate?.(at) ?? null;
    this.all.push(make(at.range ? { range: at.range } : path === null ? {} : { path }));
  }

  /** Returns a fix that replaces the text of the node, if it has text. */
  replacementFix(at: SyntaxNode, newText: string, safe = true): { fixes?: Diagnostic['fixes'] } {
    return at.range
      ? { fixes: [{ title: `replace with \`${newText}\``, safe, edits: [{ range: at.range, newText }] }] }
      : {};
  }

  /** Returns a separate collector for a part whose findings are reported in another form. */
  fork(): DiagnosticBag {
    return new DiagnosticBag(this.locate, this.errorsOnly);
  }

  /** Adds the findings of a separate collector. */
  merge(other: DiagnosticBag): void {
    this.errors += other.errors;
    for (const finding of other.all) if (this.all.length < limits.diagnosticsPerFile) this.all.push(finding);
  }
}
