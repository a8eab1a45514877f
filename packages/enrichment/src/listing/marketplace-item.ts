import type { Provider } from '../provider.js';

/**
 * Returns the part of a provider's listing that is the same for all readers. Prices, switches and times of an organization are added to it.
 */
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

/** Returns one text per sufficient group of fields: `taxId`, or `taxId or name` if either is enough. */
const requiredFields = ({ input }: Provider): readonly string[] => {
  const inAll = input.oneOf[0]?.filter((field) => input.oneOf.every((fields) => fields.includes(field))) ?? [];
  const choices = input.oneOf.map((fields) => fields.filter((field) => !inAll.includes(field)).join(' and '));
  return input.oneOf.length < 2 || choices.includes('') ? inAll : [...inAll, choices.join(' or ')];
};
