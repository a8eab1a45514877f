import { createHash } from 'node:crypto';

import type { EntityType } from '@tamis/enrichment';
import { relationshipTypes, type RelationshipType } from '@tamis/library';
import { onlyHolderOfTaxId, withoutPunctuation } from '@tamis/screening/tax-ids';
import { foldText, isObject } from '@tamis/stdx';

import { countryCodeOf } from './country-code.js';

/** The relationship between a partner and an entity, according to the source. */
export interface PartnerLink {
  readonly relationshipType: RelationshipType;
  /** In the source's own words. */
  readonly role: string | null;
  /** 0 to 1; `null` if the source does not say. */
  readonly strength: number | null;
  /** Whether the partner is the source of the relationship; if not, it is the target. */
  readonly asSource: boolean;
  /** Share bands and dates, as given by the source. */
  readonly details: Readonly<Record<string, string | number>>;
}

/** An owner, officer or member of an entity, as named in its enrichment. */
export interface Partner {
  readonly name: string | null;
  readonly type: EntityType;
  readonly taxId: string | null;
  readonly maskedTaxId: string | null;
  /** `null` if the source names a country that is not known. */
  readonly countryCode: string | null;
  readonly ageBand: string | null;
  readonly since: string | null;
  readonly links: readonly PartnerLink[];
}

/** The subject of an enrichment. */
export interface PartnersOf {
  readonly type: EntityType;
  readonly countryCode: string | null;
}

type Told = Readonly<Record<string, unknown>>;

/** Lists that name partners of a company, and the relationship each one stands for. */
const companyLists: readonly (readonly [list: string, relationshipType: RelationshipType])[] = [
  ['shareholders', 'owns'],
  ['representatives', 'manages'],
  ['otherPartners', 'belongs_to'],
];

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : null;
const elementsOf = (list: unknown): readonly Told[] => (Array.isArray(list) ? list.filter(isObject) : []);

/**
 * Returns the partners named in an enrichment, without duplicates across lists. `told` is the normalized row, with private members of the
 * strategy's integration. `sourceOf` returns the integration that a list comes from.
 */
export function readPartners(told: Told, of: PartnersOf, sourceOf: (list: string) => string): readonly Partner[] {
  const named =
    of.type === 'company'
      ? companyLists.flatMap(([list, type]) =>
          elementsOf(told[list]).map((element) =>
            toPartner(element, of, linkOf(element, type, { asSource: true, materializedFrom: sourceOf(list) })),
          ),
        )
      : elementsOf(told['relatedCompanies']).map((element) =>
          toPartner(
            { type: 'company', ...element },
            of,
            linkOf(element, ownTypeOf(element), { asSource: false, materializedFrom: sourceOf('relatedCompanies') }),
          ),
        );
  const partners = new Map<string, Partner>();
  for (const partner of named) {
    const key = keyOf(partner);
    const known = partners.get(key);
    partners.set(key, known ? { ...known, links: withLinks(known.links, partner.links) } : partner);
  }
  return [...partners.values()];
}

/** The same relationship is only included once, from the first source. */
const withLinks = (known: readonly PartnerLink[], more: readonly PartnerLink[]): readonly PartnerLink[] => [
  ...known,
  ...more.filter((link) => !known.some((each) => isSameLink(each, link))),
];

const isSameLink = (a: PartnerLink, b: PartnerLink): boolean =>
  a.relationshipType === b.relationshipType && a.role === b.role && a.asSource === b.asSource;

function ownTypeOf({ relationshipType }: Told): RelationshipType {
  return relationshipTypes.find((type) => type === relationshipType) ?? 'belongs_to';
}

const maxRole = 100;

function linkOf(
  element: Told,
  relationshipType: RelationshipType,
  { asSource, materializedFrom }: { readonly asSource: boolean; readonly materializedFrom: string },
): PartnerLink {
  const { ownershipPercent, leastPercent, mostPercent, since, role, relationshipType: word } = element;
  const percent = relationshipType === 'owns' ? numberOf(ownershipPercent) : null;
  const known = { leastPercent: numberOf(leastPercent), mostPercent: numberOf(mostPercent), since: textOf(since) };
  const told = Object.entries({ ...known, materializedFrom }).filter(([, value]) => value !== null);
  return {
    relationshipType,
    role: (textOf(role) ?? textOf(word))?.slice(0, maxRole) ?? null,
    strength: percent === null ? null : percent / 100,
    asSource,
    details: Object.fromEntries(told) as PartnerLink['details'],
  };
}

function toPartner(element: Told, of: PartnersOf, link: PartnerLink): Partner {
  const country = textOf(element['country']);
  const named = textOf(element['countryCode'])?.toUpperCase() ?? null;
  const countryCode = named ?? (country === null ? of.countryCode : countryCodeOf(country));
  const number = textOf(element['taxId']);
  const taxId = number === null ? null : withoutPunctuation(number.toUpperCase());
  const holder = taxId === null || countryCode === null ? null : onlyHolderOfTaxId(taxId, countryCode);
  return {
    name: textOf(element['name']),
    type: holder ?? typeOf(element),
    taxId,
    maskedTaxId: taxId === null ? textOf(element['maskedTaxId']) : null,
    countryCode,
    ageBand: textOf(element['ageBand']),
    since: textOf(element['since']),
    links: [link],
  };
}

/** For foreign partners, some registers give the type only in words. */
function typeOf({ type, role }: Told): EntityType {
  if (type === 'company' || type === 'person') return type;
  return /pessoa jur[ií]dica/i.test(textOf(role) ?? '') ? 'company' : 'person';
}

const folded = (name: string | null): string =>
  foldText(name ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Returns what distinguishes the partners of one entity: a tax id, or otherwise its published part with the name and the day they joined.
 */
const keyOf = ({ taxId, maskedTaxId, name, since, countryCode }: Partner): string =>
  taxId === null
    ? JSON.stringify([maskedTaxId ?? countryCode, folded(name), since])
    : JSON.stringify([countryCode, taxId]);

const hashOf = (salt: string, text: string): string => createHash('sha256').update(`${salt} ${text}`).digest('hex');

/** Returns an identifier of a partner of an entity that does not reveal the person. */
export const partnerKey = (organizationId: string, partner: Partner): string => hashOf(organizationId, keyOf(partner));

/**
 * Returns an identifier shared by partners of any entities that may be the same person, because they have the same name and the same masked
 * number, or the same country if there is no number.
 */
export const identityOf = (organizationId: string, { maskedTaxId, name, countryCode }: Partner): string =>
  hashOf(organizationId, JSON.stringify([maskedTaxId ?? countryCode, folded(name)]));

/** Returns the six published digits of a CPF, or `null` if it is masked differently. */
export const publishedDigits = (masked: string | null): string | null =>
  /^\*{3}(\d{6})\*{2}$/.exec(masked?.replace(/[.-]/g, '') ?? '')?.[1] ?? null;

/** Shorter names are shared by many people. */
export const isTellingName = (name: string | null): boolean => folded(name).split(' ').length >= 3;
