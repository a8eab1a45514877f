import { limits, type Diagnostic, type Fix } from '@tamis/lang';
import type { Diagnostic as EditorDiagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import type { LocatedDeclaration, Project } from '../project/project.js';
import type { SetFindings } from './set-findings.js';

const severities: Readonly<Record<Diagnostic['severity'], DiagnosticSeverity>> = {
  error: 1,
  warning: 2,
  info: 3,
  hint: 4,
};

/** A finding of the language with real positions. `data` as shown to an editor. */
export type ShownDiagnostic = Omit<EditorDiagnostic, 'data'> & { readonly data: { readonly fixes: readonly Fix[] } };

const sentences = ({ message, reason, help }: Diagnostic): string =>
  [message, reason, help].filter((part) => part !== undefined).join('\n');

/** Returns `null` if the position that the diagnostic refers to no longer exists. */
function toEditorDiagnostic(
  diagnostic: Diagnostic,
  from: LocatedDeclaration,
  project: Project,
): ShownDiagnostic | null {
  const location = diagnostic.range && project.locate(diagnostic.range, from);
  if (!location) return null;
  const related = (diagnostic.related ?? []).flatMap(({ range, message }) => {
    const place = project.locate(range, from);
    return place ? [{ location: place, message }] : [];
  });
  const fixes = (diagnostic.fixes ?? []).map((fix) => ({
    ...fix,
    edits: fix.edits.flatMap(({ range, newText }) => {
      const place = project.locate(range, from);
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

/** A name that only other declarations use appears unused when its own declaration is checked. */
function isReported(diagnostic: Diagnostic, located: LocatedDeclaration, project: Project): boolean {
  const { unit } = located.placed;
  if (diagnostic.code !== 'W1110' || unit.kind === 'Rule') return true;
  return !project.isMentionedElsewhere(unit);
}

/** Positions in one declaration. Diagnostics without a position come first. */
const byPosition = ({ range: a }: Diagnostic, { range: b }: Diagnostic): number =>
  (a?.start.line ?? 0) - (b?.start.line ?? 0) || (a?.start.character ?? 0) - (b?.start.character ?? 0);

/** Returns the findings of the checks for one declaration. */
function checksOf(from: LocatedDeclaration, project: Project, set: SetFindings): readonly Diagnostic[] {
  if (from.placed.unit.nodes.length === 0) return [];
  const checked = project.check(from);
  return [...checked.diagnostics.filter((each) => isReported(each, from, project)), ...set.findingsFor(from, checked)];
}

/** Returns all problems of a file in the order of the text, at most 100. */
export function diagnosticsOf(uri: string, project: Project, set: SetFindings): readonly ShownDiagnostic[] {
  const document = project.document(uri);
  if (!document) return [];
  const [first] = document.declarations;
  if (!first) return [];
  const whole = project.checkDocument(document);
  const found = whole.map((diagnostic) => ({ diagnostic, from: { document, placed: first } }));
  for (const placed of document.isTooLarge ? [] : document.declarations) {
    if (found.length >= limits.diagnosticsPerFile) break;
    const from = { document, placed };
    const own = [...placed.unit.syntax, ...checksOf(from, project, set)].sort(byPosition);
    for (const diagnostic of own) found.push({ diagnostic, from });
  }
  return found
    .slice(0, limits.diagnosticsPerFile)
    .flatMap(({ diagnostic, from }) => toEditorDiagnostic(diagnostic, from, project) ?? []);
}
