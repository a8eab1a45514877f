import type { EntityType } from '@tamis/enrichment';

/** Data sources for entities of a country and type. */
export interface Strategy {
  /** Integration called by automatic creation before an entity exists; `null` if there is none. */
  readonly basicData: string | null;
  /** Integrations that provide owners and officers; if there are none, only data that is already stored is used. */
  readonly relationships: readonly string[];
}

/** By country; countries that are not listed have no automatic creation. */
const strategies: Readonly<Record<string, Readonly<Record<EntityType, Strategy>>>> = {
  BR: {
    company: { basicData: 'br_receita_cnpj', relationships: ['br_receita_cnpj'] },
    // The register publishes masked numbers of people, which cannot be used for look-ups.
    person: { basicData: null, relationships: [] },
  },
  GB: {
    company: { basicData: null, relationships: ['gb_companies_house_psc'] },
    person: { basicData: null, relationships: [] },
  },
};

/** Returns `null` if there is no strategy for the country. */
export const strategyOf = (type: EntityType, countryCode: string | null): Strategy | null =>
  strategies[countryCode ?? '']?.[type] ?? null;
