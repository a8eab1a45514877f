import { limits, type Diagnostic, type Fix } from '@tamis/lang';
import type { Diagnostic as EditorDiagnostic, DiagnosticSeverity } from 'vscode-languageserver-types';
import type { Located, Project } from '../project/project.js';
import type { SetFindings } from './set-findings.js';

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

/** What the checks say of one declaration. */
function checksOf(from: Located, project: Project, set: SetFindings): readonly Diagnostic[] {
  if (from.placed.unit.nodes.length === 0) return [];
  const checked = project.check(from);
  return [...checked.diagnostics.filter((each) => isTold(each, from, project)), ...set.of(from, checked)];
}

/** Everything that is wrong with a file, in the order of the text, at most 100. */
export function diagnosticsOf(uri: string, project: Project, set: SetFindings): readonly ShownDiagnostic[] {
  const document = project.document(uri);
  if (!document) return [];
  const [first] = document.declarations;
  if (!first) return [];
  const whole = project.checkWhole(document);
  const found = whole.map((diagnostic) => ({ diagnostic, from: { document, placed: first } }));
  for (const placed of document.isTooLarge ? [] : document.declarations) {
    if (found.length >= limits.diagnosticsPerFile) break;
    const from = { document, placed };
    const own = [...placed.unit.syntax, ...checksOf(from, project, set)].sort(byPlace);
    for (const diagnostic of own) found.push({ diagnostic, from });
  }
  return found
    .slice(0, limits.diagnosticsPerFile)
    .flatMap(({ diagnostic, from }) => shown(diagnostic, from, project) ?? []);
}
