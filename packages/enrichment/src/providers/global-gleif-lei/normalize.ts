import type { Result } from '@tamis/stdx';
import { isTaxIdCountry, recognizeTaxId } from '@tamis/screening/tax-ids';

import type { ItemProblem } from '../../item-problem.js';
import type { NormalizedPart } from '../../normalized/normalized.js';
import { compact } from '../../reading/compact.js';
import { type Reader, reading } from '../../reading/reader.js';

export const normalize = (raw: unknown): Result<NormalizedPart, ItemProblem> =>
  reading(raw, (response): NormalizedPart => {
    const attributes = response.at('record').at('attributes');
    const entity = attributes.at('entity');
    const legalName = entity.at('legalName').at('name');
    const form = entity.at('legalForm');
    const number = entity.at('registeredAs').code();
    const address = entity.at('legalAddress');
    return compact({
      taxId: taxIdOf(number, address.at('country').text('code')),
      legalName: legalName.required(legalName.text()),
      registrationNumber: number,
      registrationStatus: entity.at('status').text('code')?.toLowerCase(),
      incorporationDate: entity.at('creationDate').date(),
      legalNature: form.at('other').text() ?? form.at('id').text('code'),
      address: addressOf(address),
      relatedCompanies: [
        ...parentOf(response.at('directParent'), 'direct_parent'),
        ...parentOf(response.at('ultimateParent'), 'ultimate_parent'),
      ],
      lei: attributes.at('lei').text('code') ?? response.at('record').at('id').text('code'),
      // The data of a lapsed identifier is still returned: it was true in the past, but nobody has confirmed it since.
      leiStatus: attributes.at('registration').at('status').text('code')?.toLowerCase(),
      leiNextRenewal: attributes.at('registration').at('nextRenewalDate').date(),
    });
  });

/** The register number is used as the tax id only in countries that have one number for both. */
function taxIdOf(number: string | undefined, country: string | undefined): string | undefined {
  if (number === undefined || country === undefined || !isTaxIdCountry(country)) return undefined;
  return recognizeTaxId(number, country)?.compact;
}

function addressOf(address: Reader) {
  const country = address.at('country').text('code');
  const lines = address
    .at('addressLines')
    .list()
    .map((line) => line.text());
  return compact({
    street: lines.filter((line) => line !== undefined).join(', '),
    city: address.at('city').text(),
    state: address
      .at('region')
      .text('code')
      ?.replace(/^[A-Z]{2}-/, ''),
    country,
    postalCode: address.at('postalCode').code(),
  });
}

function parentOf(parent: Reader, relationshipType: string) {
  if (parent.isAbsent) return [];
  const entity = parent.at('attributes').at('entity');
  const countryCode = entity.at('legalAddress').at('country').text('code');
  const number = entity.at('registeredAs').code();
  return [
    compact({
      name: entity.at('legalName').at('name').text(),
      taxId: taxIdOf(number, countryCode),
      registrationNumber: number,
      relationshipType,
      countryCode,
      lei: parent.at('id').text('code'),
    }),
  ];
}
