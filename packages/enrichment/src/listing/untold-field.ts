import type { EntityType, Provider } from '../provider.js';

const listed = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

const startsWith = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}.`);

/**
 * Returns why no provider supplies rules with a field of enrichment data about parties of some types, or `null` if one does or it is not
 * known.
 */
export function untoldField(
  providers: readonly Provider[],
  types: readonly EntityType[],
  [part, ...path]: readonly string[],
): string | null {
  if (part === 'normalized') return untoldRow(providers, types, path.join('.'));
  const [code, member] = path;
  const provider = providers.find((one) => one.code === code);
  return part === 'mapped' && provider ? untoldMember(provider, types, member) : null;
}

function untoldRow(providers: readonly Provider[], types: readonly EntityType[], path: string): string | null {
  const asked = providers.filter(({ entityTypes }) => entityTypes.some((type) => types.includes(type)));
  const isTold = asked.some(({ provides }) =>
    provides.some((told) => startsWith(told, path) || startsWith(path, told)),
  );
  return path === '' || isTold ? null : `no integration provides it for a ${types.join(' or a ')}`;
}

function untoldMember(
  { code, entityTypes, provides, ownMembers = [] }: Provider,
  types: readonly EntityType[],
  member: string | undefined,
): string | null {
  if (!entityTypes.some((type) => types.includes(type))) return `\`${code}\` knows no ${types.join(' and no ')}`;
  const members = [...new Set(provides.map((path) => path.split('.')[0]!)), ...ownMembers];
  return member === undefined || members.includes(member) ? null : `\`${code}\` tells ${listed(members)}`;
}
