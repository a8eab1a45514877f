import { limits, type Diagnostic, type Fix } from '@tamis/lang';
import type { Diagnostic as EditorDiagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import type { Located, Project } from '../project/project.js';

const severities: Readonly<Record<Diagnostic['severity'], DiagnosticSeverity>> = {
  error: 1,
  warning: 2,
  info: 3,
  hint: 4,
};

/** A finding of the language with real places; `data` of what an editor is shown. */
export type ShownDiagnostic = Omit<EditorDiagnostic, 'data'> & { readonly data: { readonly fixes: readonly Fix[] } };

const sentences = ({ message, reason, help }: Diagnostic): string =>
  [message, reason, help].filter((part) => part !== undefined).join('\n');

/** Null when the place it is about has gone. */
function shown(diagnostic: Diagnostic, project: Project): ShownDiagnostic | null {
  const location = diagnostic.range && project.locate(diagnostic.range);
  if (!location) return null;
  const related = (diagnostic.related ?? []).flatMap(({ range, message }) => {
    const place = project.locate(range);
    return place ? [{ location: place, message }] : [];
  });
  const fixes = (diagnostic.fixes ?? []).map((fix) => ({
    ...fix,
    edits: fix.edits.flatMap(({ range, newText }) => {
      const place = project.locate(range);
      return place ? [{ range: place.range, newText }] : [];
    }),
  }));
  return {
    range: location.range,
    severity: severities[diagnostic.severity],
    code: diagnostic.code,
    codeDescription: { href: diagnostic.docs },
    source: 'tamis',
    message: sentences(diagnostic),
    ...(related.length > 0 ? { relatedInformation: related } : {}),
    data: { fixes },
  };
}

/** A name that only other declarations use looks unused to a check of its own declaration. */
function isTold(diagnostic: Diagnostic, located: Located, project: Project): boolean {
  const { unit } = located.placed;
  if (diagnostic.code !== 'W1110' || unit.nodes[0]?.kind === 'ruleDeclaration') return true;
  return !project.isMentionedElsewhere(unit);
}

const byPlace = (a: ShownDiagnostic, b: ShownDiagnostic): number =>
  a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character;

/** Everything that is wrong with a file, in the order of the text, at most 100. */
export function diagnosticsOf(uri: string, project: Project): readonly ShownDiagnostic[] {
  const document = project.document(uri);
  if (!document) return [];
  const found: Diagnostic[] = [...project.checkWhole(document)];
  for (const placed of document.declarations) {
    const located = { document, placed };
    found.push(...placed.unit.syntax);
    if (placed.unit.nodes.length === 0) continue;
    found.push(...project.check(located).diagnostics.filter((each) => isTold(each, located, project)));
  }
  return found
    .flatMap((diagnostic) => shown(diagnostic, project) ?? [])
    .sort(byPlace)
    .slice(0, limits.diagnosticsPerFile);
}
