import type { SyntaxNode } from '../ast/syntax-node.js';
import { createDiagnostic, type DiagnosticDetails } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-code.js';
import { limits } from '../limits.js';

/** JSON path of a node that was read from JSON; null where the source is text. */
export type LocateNode = (node: SyntaxNode) => string | null;

export type DiagnosticData = Omit<DiagnosticDetails, 'range' | 'path'>;

/** Collects the diagnostics of one file. */
export class DiagnosticBag {
  readonly all: Diagnostic[] = [];
  errors = 0;

  /** `errorsOnly`: nobody reads other findings, so that looking for them is left out as well. */
  constructor(
    private readonly locate: LocateNode | null,
    readonly errorsOnly = false,
  ) {}

  /** `at`: the node that is wrong. */
  add(code: DiagnosticCode, at: SyntaxNode, parts: DiagnosticData): void {
    this.keep(code, at, (place) => createDiagnostic(code, { ...parts, ...place }));
  }

  /** A finding once more, at another place and in other words. Its fixes belong to the first place and are left out. */
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

  /** A replacement of the node's text, where there is text. */
  replacementFix(at: SyntaxNode, newText: string, safe = true): { fixes?: Diagnostic['fixes'] } {
    return at.range
      ? { fixes: [{ title: `replace with \`${newText}\``, safe, edits: [{ range: at.range, newText }] }] }
      : {};
  }

  /** A collector for a part whose findings are reported in another form. */
  fork(): DiagnosticBag {
    return new DiagnosticBag(this.locate, this.errorsOnly);
  }

  /** Takes over what was collected aside. */
  merge(other: DiagnosticBag): void {
    this.errors += other.errors;
    for (const finding of other.all) if (this.all.length < limits.diagnosticsPerFile) this.all.push(finding);
  }
}
