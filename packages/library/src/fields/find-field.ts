import type { FieldDeclaration } from '@tamis/lang';
import { types } from './field-builder.js';
import { screened } from './screened-field.js';

/** Declares a key below an object with arbitrary keys. */
function openKey(holder: FieldDeclaration, below: readonly string[]): FieldDeclaration {
  const { screenedBy } = holder;
  return {
    path: [holder.path, ...below].join('.'),
    jsonPath: [...holder.jsonPath, ...below],
    type: types.any,
    nullable: true,
    openKeys: true,
    description: `a key of ${holder.path}`,
    ...(screenedBy === undefined || screenedBy > below.length
      ? {}
      : { derived: { ...screened(below, screenedBy, types.any)(holder.jsonPath), owner: holder.jsonPath } }),
  };
}

/** Returns the declared field, or a key below an object with arbitrary keys. */
export function findField(
  fields: ReadonlyMap<string, FieldDeclaration>,
  steps: readonly string[],
): FieldDeclaration | null {
  // A key that contains a dot is not a declared path.
  if (!steps.some((step) => step.includes('.'))) {
    const declared = fields.get(steps.join('.'));
    if (declared) return declared;
  }
  for (let length = steps.length - 1; length > 0; length--) {
    const holder = fields.get(steps.slice(0, length).join('.'));
    if (holder?.openKeys) return openKey(holder, steps.slice(length));
  }
  return null;
}
