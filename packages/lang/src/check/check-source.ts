import type { AggregateNode } from '../ast/aggregate-node.js';
import type { SourceDeclaration } from '../catalogue/field.js';
import { e0401 } from '../diagnostics/codes/e0401.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { formatPath } from '../paths/path-syntax.js';
import type { Type } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { resolvePath } from './resolve-path.js';
import type { ExpressionScope, RecordScope, RuleContext } from './rule-context.js';

/** The records that an aggregate reads. */
export interface ResolvedSource {
  readonly record: RecordScope;
  /** `null` for a list of the subject. */
  readonly declaration: SourceDeclaration | null;
  readonly listPath: readonly string[] | null;
  /** JSON path of what was executed to find the list; `null` if an absent list simply has no elements. */
  readonly foundWith: readonly string[] | null;
  readonly timePath: readonly string[] | null;
}

/** Path heads that refer to the current subject, regardless of the keys of an element. */
const foreign: ReadonlySet<string> = new Set([
  'transaction',
  'origin',
  'destination',
  'originAccount',
  'destinationAccount',
  'instrument',
  'entity',
  'person',
  'company',
  'event',
  'device',
  'enrichment',
  'normalized',
  'ownership',
  'current',
  'now',
]);

/** Returns the scope for the elements of a list: `item` for plain values, otherwise their keys, declared or not. */
function elementScope(listPath: readonly string[], list: Type, rule: RuleContext): RecordScope {
  const { schema } = rule.catalogue;
  const name = schema.elementSource(listPath);
  const element: Type = list.kind === 'list' ? list.element : { kind: 'any' };
  const isPlain = element.kind !== 'object' && element.kind !== 'any';
  return {
    source: 'elements',
    fields: schema.recordFields(name),
    field: (steps) => {
      if (foreign.has(steps[0] ?? '')) return null;
      const found = schema.recordField(name, steps);
      if (!isPlain || !found) return found;
      return steps.length === 1 && steps[0] === 'item' ? { ...found, type: element } : null;
    },
  };
}

function listSource(node: AggregateNode, place: ExpressionScope, rule: RuleContext): ResolvedSource | null {
  const found = resolvePath(node.source, place, rule);
  if (!found) return null;
  const { resolution, type } = found;
  const isList = type.kind === 'list' || type.kind === 'any';
  if (resolution.kind !== 'field' || !isList || (resolution.field.derived && !resolution.field.foundWith)) {
    rule.findings.add(e0401, node.source, {
      message: `\`${formatPath(node.source.steps)}\` is ${typeName(type)}, not a list of records`,
      help: `read one of ${rule.catalogue.schema.sources.map((each) => each.name).join(', ')}, or a list`,
    });
    return null;
  }
  rule.resolutions.set(node.source, resolution);
  rule.types.set(node.source, type);
  const { jsonPath, foundWith = null } = resolution.field;
  const record = elementScope(jsonPath, type, rule);
  return { record, declaration: null, listPath: jsonPath, foundWith, timePath: null };
}

/** Returns the source of the records: a source of the platform, or a list of the subject. Returns `null` if an error was reported. */
export function checkSource(node: AggregateNode, place: ExpressionScope, rule: RuleContext): ResolvedSource | null {
  const { schema } = rule.catalogue;
  const { steps } = node.source;
  const [name = ''] = steps;
  const declaration = steps.length === 1 ? schema.sources.find((each) => each.name === name) : undefined;
  if (declaration) {
    const record: RecordScope = {
      source: declaration.name,
      fields: schema.recordFields(declaration.name),
      field: (path) => schema.recordField(declaration.name, path),
    };
    return { record, declaration, listPath: null, foundWith: null, timePath: declaration.timePath };
  }
  if (steps.length > 1) return listSource(node, place, rule);
  const names = schema.sources.map((each) => each.name);
  const [closest] = didYouMean(name, names);
  rule.findings.add(e0401, node.source, {
    message: `\`${name}\` is not a source of records`,
    help: closest === undefined ? `read one of ${names.join(', ')}` : `did you mean \`${closest}\`?`,
    ...(closest === undefined ? {} : rule.findings.replacementFix(node.source, closest)),
  });
  return null;
}
