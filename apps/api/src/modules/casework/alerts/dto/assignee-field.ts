import { Matches } from 'class-validator';

import type { Principal } from '../../../../platform/auth/index.js';
import { Field } from '../../../../platform/http/index.js';

/** Declares a field for the assignee of records. */
export const AssigneeField = (
  more: { readonly required?: boolean; readonly description?: string } = {},
): PropertyDecorator =>
  Field({ description: 'a user, `me`, or `unassigned`', ...more }, { type: String }, [
    Matches(/^(me|unassigned|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i, {
      message: '$property must be a UUID, `me` or `unassigned`',
    }),
  ]);

/** Returns the id of the assignee; `null` for nobody, undefined for anyone. */
export function resolveAssignee({ actor }: Principal, text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  const word = text.toLowerCase();
  if (word === 'unassigned') return null;
  return word === 'me' ? actor.id : word;
}
