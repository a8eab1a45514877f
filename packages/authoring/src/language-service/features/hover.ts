import { parsePath, typeName, type FieldDeclaration, type Target, type Type } from '@tamis/lang';
import type { Hover, Position } from 'vscode-languageserver-types';
import { documented } from '../completion/functions.js';
import { code } from '../completion/names.js';
import { letsBefore, targetsOf } from '../completion/token-context.js';
import { Probe } from '../completion/probe.js';
import type { FieldStatistics } from '../project/options.js';
import type { Project } from '../project/project.js';
import {
  occurrenceAt,
  rangeOfSpan,
  spanAt,
  declarationOffsetAt,
  type DeclarationOffset,
} from '../project/at-position.js';
import { resolveSymbol, type NamedSymbol } from '../project/resolve-symbol.js';
import type { PathUse, Span } from '../symbols/symbol.js';

const targets: readonly Target[] = ['transaction', 'person', 'company', 'userEvent'];

const percentText = (value: number): string => `${String(Math.round(value * 1000) / 10)} %`;

function statistics(known: FieldStatistics | undefined): readonly string[] {
  if (!known) return [];
  const lines: string[] = [];
  if (known.fillRate !== undefined) lines.push(`present on ${percentText(known.fillRate)}`);
  if (known.topValues && known.topValues.length > 0)
    lines.push(
      `most frequent: ${known.topValues
        .slice(0, 5)
        .map((value) => `\`${String(value)}\``)
        .join(', ')}`,
    );
  const quantiles = Object.entries(known.quantiles ?? {});
  if (quantiles.length > 0) lines.push(quantiles.map(([at, value]) => `${at}: ${value}`).join(', '));
  return lines;
}

function allowedValues(type: Type): readonly string[] {
  return type.kind === 'enum' ? [`one of ${type.values.map((value) => `\`${value}\``).join(', ')}`] : [];
}

function fieldText(field: FieldDeclaration, shown: string, project: Project): string {
  const missing = field.nullable ? 'can be missing' : 'always present';
  const lines = [
    `**${shown}** — ${typeName(field.type)}`,
    field.description,
    ...(field.deprecated ? [`deprecated: write \`${field.deprecated.successor}\``] : []),
    missing,
    ...allowedValues(field.type),
    ...statistics(project.options.schemaStatistics?.[field.path]),
  ];
  return lines.join('\n\n');
}

/** Returns the steps of a path up to the step under the cursor. */
function pathAt({
  located,
  offset: at,
}: DeclarationOffset): { path: PathUse; steps: readonly string[]; span: Span } | null {
  for (const path of located.placed.unit.symbols.paths) {
    const index = path.steps.findIndex(({ start, end }) => at >= start && at <= end);
    const [first, last] = [path.steps[0], path.steps[index]];
    if (index < 0 || !first || !last) continue;
    const steps = path.steps.slice(0, index + 1).map(({ text }) => text);
    return { path, steps, span: { start: first.start, end: last.end } };
  }
  return null;
}

function fieldOf(
  spot: DeclarationOffset,
  path: PathUse,
  steps: readonly string[],
  project: Project,
): FieldDeclaration | null {
  const { schema } = project.options.catalogue;
  if (path.record !== null && path.role === 'value') {
    const found = schema.recordField(path.record, steps);
    if (found) return found;
  }
  const own = steps[0] === 'current' ? steps.slice(1) : steps;
  const declared = targetsOf(spot.located.placed.unit.tokens);
  for (const target of declared.length > 0 ? declared : targets) {
    const found = schema.field(target, own);
    if (found) return found;
  }
  return path.role === 'key'
    ? (schema.recordField('transactions', steps) ?? schema.field('transaction', ['origin', ...steps]))
    : null;
}

function symbolText(thing: NamedSymbol, spot: DeclarationOffset, project: Project): string {
  const [unit] = thing.declaredIn;
  if (thing.owner === null) return code((unit?.text ?? '').trim().split('\n').slice(0, 3).join('\n'));
  if (thing.kind === 'parameter') return `**${thing.name}** — parameter of the definition`;
  const { tokens, text } = spot.located.placed.unit;
  const lets = letsBefore(tokens, text);
  const own = lets.find(({ name }) => name === thing.name);
  const probe = new Probe(project, { targets: targetsOf(tokens), lets, record: null });
  const type = probe.typeOf(thing.name);
  return [code(`let ${thing.name} = ${own?.value.trim() ?? ''}`), ...(type ? [typeName(type)] : [])].join('\n\n');
}

function callText(name: string, project: Project): string | null {
  const { catalogue } = project.options;
  const declaration = catalogue.function(name) ?? catalogue.aggregate(name);
  return declaration && [code(declaration.form), documented(declaration)].join('\n\n');
}

/** Describes prefixes of fields that are not fields themselves: `origin.person`. */
function headText(steps: readonly string[], project: Project): string | null {
  const count = targets
    .flatMap((target) => project.options.catalogue.schema.fields(target))
    .filter(({ path }) => steps.every((step, index) => parsePath(path)?.[index] === step)).length;
  return count === 0 ? null : `**${steps.join('.')}** — ${String(count)} fields`;
}

function textAt(spot: DeclarationOffset, project: Project): { text: string; span: Span } | null {
  const { unit } = spot.located.placed;
  const occurrence = occurrenceAt(spot);
  const thing = occurrence && resolveSymbol(occurrence, unit, project);
  if (thing) return { text: symbolText(thing, spot, project), span: occurrence };
  const call = spanAt(unit.symbols.calls, spot.offset);
  const documentation = call && callText(call.name, project);
  if (documentation) return { text: documentation, span: call };
  const found = pathAt(spot);
  if (!found || found.path.role === 'source') return null;
  const { path, steps, span } = found;
  if (steps.length === 1 && steps[0] === 'now') return { text: '**now** — the time of the evaluation', span };
  const field = fieldOf(spot, path, steps, project);
  const text = field ? fieldText(field, steps.join('.'), project) : headText(steps, project);
  return text === null ? null : { text, span };
}

/** Returns what is known about the word at a position, as Markdown. */
export function hoverAt(uri: string, position: Position, project: Project): Hover | null {
  const spot = declarationOffsetAt(uri, position, project);
  const found = spot && textAt(spot, project);
  if (!found) return null;
  return { contents: { kind: 'markdown', value: found.text }, range: rangeOfSpan(spot.located, found.span) };
}
