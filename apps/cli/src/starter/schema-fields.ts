import { typeName, type Target } from '@tamis/lang';
import { schema } from '@tamis/library';

const targets = ['transaction', 'person', 'company', 'userEvent'] as const satisfies readonly Target[];

/** Every field that rules of each target can name: path, type in words, whether it can be missing, what it is. */
export const schemaFields = (): string => {
  const fields = targets.map((target) => [
    target,
    schema.fields(target).map(({ path, type, nullable, description }) => ({
      path,
      type: typeName(type),
      ...(type.kind === 'enum' ? { values: type.values } : {}),
      canBeMissing: nullable,
      description,
    })),
  ]);
  return `${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`;
};
