import type { AggregateLink } from '../ast/aggregate-link.js';
import type { AggregateNode } from '../ast/aggregate-node.js';
import type { PathNode } from '../ast/path-node.js';
import { e0402 } from '../diagnostics/codes/e0402.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import { limits } from '../limits.js';
import { formatPath } from '../paths/path-syntax.js';
import type { Type } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import type { FrameLink, KeyEquality } from './aggregate-frame.js';
import type { ResolvedSource } from './check-source.js';
import { resolvePath } from './resolve-path.js';
import type { ExpressionScope, RuleContext } from './rule-context.js';

const entity: Type = { kind: 'entity' };
/** Kinds that are allowed as keys. */
const keyKinds: ReadonlySet<Type['kind']> = new Set([
  'text',
  'number',
  'bool',
  'enum',
  'country',
  'currency',
  'ip',
  'date',
  'entity',
  'any',
]);

function reportLink(link: AggregateLink, node: AggregateNode, source: ResolvedSource, rule: RuleContext): null {
  const sides = source.declaration?.sides ?? {};
  const allowed = [...Object.keys(sides), ...(source.declaration?.per ? ['per'] : [])];
  const [at] = pathsOf(link);
  rule.findings.add(e0402, at ?? node, {
    message: `\`${link.kind}\` is not defined for \`${formatPath(node.source.steps)}\``,
    help: allowed.length === 0 ? 'remove it' : `write ${allowed.map((each) => `\`${each}\``).join(', ')}`,
  });
  return null;
}

const pathsOf = (link: AggregateLink): readonly PathNode[] => {
  if (link.kind === 'per') return link.paths;
  return link.kind === 'between' ? [link.first, link.second] : [link.path];
};

/** Returns the JSON path of the id for an entity word of the current event, or `null` after reporting a problem. */
function entityKey(
  path: PathNode,
  link: AggregateLink,
  place: ExpressionScope,
  rule: RuleContext,
): readonly string[] | null {
  const found = resolvePath(path, place, rule);
  if (!found) return null;
  if (found.resolution.kind !== 'field' || found.type.kind !== 'entity') {
    rule.findings.add(e0402, path, {
      message: `\`${link.kind}\` must be followed by an entity, but this is ${typeName(found.type)}`,
      help: `\`${link.kind} ${rule.targets.includes('transaction') ? 'origin' : 'entity'}\``,
    });
    return null;
  }
  rule.resolutions.set(path, found.resolution);
  rule.types.set(path, found.type);
  return found.resolution.field.jsonPath;
}

const equal = (subjectPath: readonly string[], recordPath: readonly string[], type: Type): KeyEquality => ({
  subjectPath,
  recordPath,
  type,
});

/** Resolves `per deviceDetails.deviceId`: a field that the record and the current event have in common. */
function perKey(path: PathNode, node: AggregateNode, source: ResolvedSource, rule: RuleContext): KeyEquality | null {
  const field = source.record.field(path.steps);
  const [target] = rule.targets;
  const root = target === 'userEvent' ? 'event' : target;
  const own =
    target && root
      ? (rule.catalogue.schema.field(target, [root, ...path.steps]) ?? rule.catalogue.schema.field(target, path.steps))
      : null;
  if (!field || !own) {
    rule.findings.add(e0402, path, {
      message: `\`per\` compares a field of the current record, and \`${formatPath(path.steps)}\` is ${field ? 'not there' : `none of \`${formatPath(node.source.steps)}\``}`,
      help: 'name a field that both have, such as `deviceDetails.deviceId`',
    });
    return null;
  }
  if (field.derived || !keyKinds.has(field.type.kind)) {
    rule.findings.add(e0402, path, { message: `${typeName(field.type)} cannot be a key` });
    return null;
  }
  rule.resolutions.set(path, { kind: 'field', scope: 'record', field });
  rule.types.set(path, field.type);
  return equal(own.jsonPath, field.jsonPath, field.type);
}

function checkPer(
  link: AggregateLink & { kind: 'per' },
  node: AggregateNode,
  source: ResolvedSource,
  rule: RuleContext,
): FrameLink | null {
  if (link.paths.length > limits.keysPerLink) {
    rule.findings.add(e0913, link.paths[limits.keysPerLink] ?? node, {
      message: `\`per\` takes at most ${limits.keysPerLink} fields, this one has ${link.paths.length}`,
    });
    return null;
  }
  const keys = link.paths.map((path) => perKey(path, node, source, rule));
  return keys.includes(null) ? null : { kind: 'per', alternatives: [keys as KeyEquality[]] };
}

/** Checks a link between record and current event. Returns `null` after reporting a problem. */
export function checkLink(
  link: AggregateLink,
  node: AggregateNode,
  source: ResolvedSource,
  place: ExpressionScope,
  rule: RuleContext,
): FrameLink | null {
  const { declaration } = source;
  if (link.kind === 'per')
    return declaration?.per ? checkPer(link, node, source, rule) : reportLink(link, node, source, rule);
  if (link.kind === 'between') {
    const sides = declaration?.sides.between;
    if (!sides) return reportLink(link, node, source, rule);
    const first = entityKey(link.first, link, place, rule);
    const second = entityKey(link.second, link, place, rule);
    if (!first || !second) return null;
    const [a, b] = sides;
    return {
      kind: 'between',
      alternatives: [
        [equal(first, a, entity), equal(second, b, entity)],
        [equal(first, b, entity), equal(second, a, entity)],
      ],
    };
  }
  const side = declaration?.sides[link.kind];
  if (!side) return reportLink(link, node, source, rule);
  const key = entityKey(link.path, link, place, rule);
  if (!key) return null;
  const paths = link.kind === 'involving' ? (side as readonly (readonly string[])[]) : [side as readonly string[]];
  return { kind: link.kind, alternatives: paths.map((path) => [equal(key, path, entity)]) };
}
