import type { Provider } from '../provider.js';

/** What the listing says of a provider whoever reads it; prices, switches and times of an organization come on top. */
export const marketplaceItem = (provider: Provider) => ({
  code: provider.code,
  name: provider.name,
  description: provider.description,
  type: provider.type,
  status: provider.status,
  countries: provider.countries,
  entityTypes: provider.entityTypes,
  requiredFields: requiredFields(provider),
  optionalParameters: provider.input.parameters.map(({ name, type, required, default: usual }) => ({
    name,
    type,
    required,
    default: usual ?? null,
  })),
  providesFields: provider.provides,
  supportsMonitoring: provider.supportsMonitoring,
  supportsWithoutEntity: provider.supportsWithoutEntity,
  pricing: {
    basePriceCents: provider.priceCents,
    currency: 'USD' as const,
    tokens: provider.priceCents / 100,
    billedOn: 'success' as const,
  },
});

/** One text per group that is enough: `taxId`, or `taxId or name` where either will do. */
const requiredFields = ({ input }: Provider): readonly string[] => {
  const inAll = input.oneOf[0]?.filter((field) => input.oneOf.every((fields) => fields.includes(field))) ?? [];
  const choices = input.oneOf.map((fields) => fields.filter((field) => !inAll.includes(field)).join(' and '));
  return input.oneOf.length < 2 || choices.includes('') ? inAll : [...inAll, choices.join(' or ')];
};
