import { parsePath, typeName, type FieldDeclaration, type Type } from '@tamis/lang';
import type { Proposal } from './proposal.js';
import type { CompletionScope } from './completion-scope.js';
import type { TypedHole } from './typed-hole.js';
import { declaredNames } from './names.js';

const percent = (share: number): string => `${String(Math.round(share * 1000) / 10)} %`;

/** Returns for example `country · missing on 0.2 %`. */
function fieldDetail(field: FieldDeclaration, situation: Pick<CompletionScope, 'cursor'>): string {
  const known = situation.cursor.project.options.schemaStatistics?.[field.path];
  const fill = known?.fillRate === undefined ? '' : ` · missing on ${percent(1 - known.fillRate)}`;
  return `${typeName(field.type)}${fill}`;
}

/** Returns the next steps below a prefix: fields, and the first steps of longer paths. */
export function stepProposals(
  fields: readonly FieldDeclaration[],
  prefix: readonly string[],
  situation: Pick<CompletionScope, 'cursor'>,
): readonly Proposal[] {
  const found = new Map<string, Proposal>();
  for (const field of fields) {
    const steps = parsePath(field.path) ?? [];
    const step = steps[prefix.length];
    if (step === undefined || !prefix.every((each, index) => steps[index] === each)) continue;
    const isField = steps.length === prefix.length + 1;
    if (isField || !found.has(step))
      found.set(
        step,
        isField
          ? {
              label: step,
              kind: 'field',
              detail: fieldDetail(field, situation),
              documentation: field.description,
              ...(field.deprecated ? { deprecated: true } : {}),
            }
          : { label: step, kind: 'root' },
      );
  }
  return [...found.values()];
}

/** Maximum number of fields of the wanted type that are proposed with their full path. */
const maxFullPaths = 60;

/** Fields with exactly the type of the other operand come first. */
function fullPaths(
  fields: readonly FieldDeclaration[],
  wanted: Type | undefined,
  situation: CompletionScope,
): readonly Proposal[] {
  const isOther = ({ type }: FieldDeclaration): number => (type.kind === wanted?.kind ? 0 : 1);
  return fields
    .filter(({ path }) => path.includes('.'))
    .toSorted((a, b) => isOther(a) - isOther(b))
    .slice(0, maxFullPaths)
    .map((field) => ({
      label: field.path,
      kind: 'field' as const,
      detail: fieldDetail(field, situation),
      documentation: field.description,
    }));
}

/** Returns the fields, names and the time of the evaluation that fit. */
export function pathProposals(situation: CompletionScope, hole: TypedHole): readonly Proposal[] {
  const { path, record, subjectFields, recordFields, cursor } = situation;
  if (path.steps.length > 0) {
    const isCurrent = record !== null && path.steps[0] === 'current';
    const steps = isCurrent ? path.steps.slice(1) : path.steps;
    const own = isCurrent ? [] : recordFields;
    const inRecord = own.some((field) => parsePath(field.path)?.[0] === steps[0]);
    const fields = inRecord ? own : subjectFields;
    return stepProposals(hole.fields(fields), steps, situation);
  }
  const inRecord = hole.fields(recordFields);
  const recordHeads = new Set(recordFields.map((field) => parsePath(field.path)?.[0]));
  const atSubject = hole.fields(subjectFields).filter((field) => !recordHeads.has(parsePath(field.path)?.[0]));
  const names = declaredNames(situation);
  const fits = hole.expressions(names.map(({ text }) => text));
  const now: Type = { kind: 'datetime' };
  return [
    ...names.filter((_name, index) => fits[index]).map(({ proposal }) => proposal),
    ...stepProposals(inRecord, [], situation),
    ...stepProposals(atSubject, [], situation),
    ...(record === null
      ? []
      : [{ label: 'current', kind: 'root' as const, detail: 'the event that triggers the rule' }]),
    ...(cursor.expected.length > 0 && hole.type(now)
      ? [{ label: 'now', kind: 'name' as const, detail: 'the time of the evaluation' }]
      : []),
    ...(hole.isFree ? [] : fullPaths(atSubject, hole.sibling?.type, situation)),
  ];
}
