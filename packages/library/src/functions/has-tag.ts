import { isUnknown, readPath, unknown } from '@tamis/lang';
import { boolType, declareFunction, signature } from '../declare.js';
import { typeMismatch } from '../semantics/failures.js';

export const hasTag = declareFunction({
  name: 'hasTag',
  form: 'hasTag(E, "…")',
  signatures: [
    signature('hasTag', ['entity', 'text'], {
      constants: [{ operand: 1, accepts: (value) => typeof value === 'string' && value !== '', expected: 'a tag' }],
      result: () => boolType,
      evaluate: ([entityId, tag], _types, environment) => {
        const entity = environment.entity(entityId as string);
        if (isUnknown(entity)) return entity;
        const tags = readPath(entity, ['attributes', 'tags']);
        if (tags === undefined || tags === null) return unknown({ cause: 'missing', path: 'attributes.tags' });
        return Array.isArray(tags) ? tags.includes(tag) : typeMismatch('list of text');
      },
    }),
  ],
  cost: 'c2',
  documentation: 'The entity has the tag among its `attributes.tags`.',
  examples: [
    {
      text: 'hasTag(origin, "vip")',
      result: 'true',
      given: { origin: 'e-1', 'origin.attributes.tags': ['vip', 'staff'] },
    },
    { text: 'hasTag(origin, "vip")', result: 'unknown (missing)', given: { origin: 'e-1', 'origin.name': 'Ana' } },
  ],
});
