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
function shown(diagnostic: Diagnostic, from: Located, project: Project): ShownDiagnostic | null {
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

/** A name that only other declarations use looks unused to a check of its own declaration. */
function isTold(diagnostic: Diagnostic, located: Located, project: Project): boolean {
  const { unit } = located.placed;
  if (diagnostic.code !== 'W1110' || unit.kind === 'Rule') return true;
  return !project.isMentionedElsewhere(unit);
}

/** Places in one declaration; where there is none, first. */
const byPlace = ({ range: a }: Diagnostic, { range: b }: Diagnostic): number =>
  (a?.start.line ?? 0) - (b?.start.line ?? 0) || (a?.start.character ?? 0) - (b?.start.character ?? 0);

/** Everything that is wrong with a file, in the order of the text, at most 100. */
export function diagnosticsOf(uri: string, project: Project): readonly ShownDiagnostic[] {
  const document = project.document(uri);
  if (!document) return [];
  const [first] = document.declarations;
  if (!first) return [];
  const whole = project.checkWhole(document);
  const found = whole.map((diagnostic) => ({ diagnostic, from: { document, placed: first } }));
  for (const placed of document.declarations) {
    if (found.length >= limits.diagnosticsPerFile) break;
    const from = { document, placed };
    const { syntax, nodes } = placed.unit;
    const checked = nodes.length === 0 ? [] : project.check(from);
    const own = [...syntax, ...checked.filter((each) => isTold(each, from, project))].sort(byPlace);
    for (const diagnostic of own) found.push({ diagnostic, from });
  }
  return found
    .slice(0, limits.diagnosticsPerFile)
    .flatMap(({ diagnostic, from }) => shown(diagnostic, from, project) ?? []);
}
