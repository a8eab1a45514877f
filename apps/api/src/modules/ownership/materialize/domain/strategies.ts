import type { EntityType } from '@tamis/enrichment';

/** How entities of a country and type come to be known. */
export interface Strategy {
  /** Whom automatic creation asks before there is an entity; null: nobody knows. */
  readonly basicData: string | null;
  /** Integrations that know who owns and runs it; none: only what is known already tells. */
  readonly relationships: readonly string[];
}

/** By country; one that is not here has no automatic creation. */
const strategies: Readonly<Record<string, Readonly<Record<EntityType, Strategy>>>> = {
  BR: {
    company: { basicData: 'br_receita_cnpj', relationships: ['br_receita_cnpj'] },
    // The register publishes masked numbers of people, by which nobody can be looked up.
    person: { basicData: null, relationships: [] },
  },
  GB: {
    company: { basicData: null, relationships: ['gb_companies_house_psc'] },
    person: { basicData: null, relationships: [] },
  },
};

/** Null: there is none for the country. */
export const strategyOf = (type: EntityType, countryCode: string | null): Strategy | null =>
  strategies[countryCode ?? '']?.[type] ?? null;
