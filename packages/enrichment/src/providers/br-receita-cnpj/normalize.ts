import type { Result } from '@tamis/stdx';

import type { ItemProblem } from '../../item-problem.js';
import type { NormalizedPart } from '../../normalized/normalized.js';
import { compact } from '../../reading/compact.js';
import { type Reader, reading } from '../../reading/reader.js';

const registrationStatuses: Readonly<Record<string, string>> = {
  1: 'null',
  2: 'active',
  3: 'suspended',
  4: 'unfit',
  8: 'closed',
};

/** Qualification codes of the register for partners who manage and partners who own; a code may be in both sets. */
const manages = new Set(['05', '08', '10', '16', '17', '49']);
const owns = new Set(['22', '23', '24', '25', '28', '49', '65']);
/** Rarer qualifications are recognized by their wording. */
const ownerWords = /^(s[oó]ci[oa]|titular|acionista|cotista)\b/i;

const cnpjForm = /^[0-9A-Z]{12}\d{2}$/;

export const normalize = (raw: unknown): Result<NormalizedPart, ItemProblem> =>
  reading(raw, (response): NormalizedPart => {
    const partners = response.at('qsa').list().map(partnerOf);
    const taxId = response.at('cnpj');
    const shareCapital = response.at('capital_social').number();
    return compact({
      taxId: taxId.required(taxId.code(14)),
      legalName: response.at('razao_social').required(response.at('razao_social').text()),
      tradeName: response.at('nome_fantasia').text(),
      registrationNumber: taxId.code(14),
      registrationStatus: statusOf(response),
      incorporationDate: response.at('data_inicio_atividade').date(),
      legalNature: response.at('natureza_juridica').text(),
      companySize: response.at('porte').code(2),
      shareCapital,
      shareCapitalCurrency: shareCapital === undefined ? undefined : 'BRL',
      principalActivity: compact({
        code: response.at('cnae_fiscal').code(7),
        description: response.at('cnae_fiscal_descricao').text(),
      }),
      secondaryActivities: activitiesOf(response),
      address: addressOf(response),
      emails: present([response.at('email').text()]).map((email) => email.toLowerCase()),
      phones: present([phoneOf(response.at('ddd_telefone_1')), phoneOf(response.at('ddd_telefone_2'))]),
      shareholders: partners.filter(({ isOwner }) => isOwner).map(({ partner }) => partner),
      representatives: partners.filter(({ isManager }) => isManager).map(({ partner }) => representative(partner)),
      otherPartners: partners.filter(({ isOwner, isManager }) => !isOwner && !isManager).map(({ partner }) => partner),
    });
  });

function statusOf(response: Reader): string | undefined {
  const code = response.at('situacao_cadastral').code();
  return code === undefined ? undefined : (registrationStatuses[Number(code)] ?? code);
}

/** The register uses zero as the code if there is no secondary activity. */
const activitiesOf = (response: Reader) =>
  response
    .at('cnaes_secundarios')
    .list()
    .map((activity) => compact({ code: activity.at('codigo').code(7), description: activity.at('descricao').text() }))
    .filter(({ code }) => code !== undefined && !/^0+$/.test(code));

function addressOf(response: Reader) {
  const kind = response.at('descricao_tipo_de_logradouro').text();
  const street = response.at('logradouro').text();
  const address = compact({
    street: present([kind, street]).join(' '),
    number: response.at('numero').code(),
    complement: response.at('complemento').text(),
    neighborhood: response.at('bairro').text(),
    city: response.at('municipio').text(),
    state: response.at('uf').text('code'),
    postalCode: response.at('cep').code(8),
  });
  return Object.keys(address).length === 0 ? address : { ...address, country: 'BR' };
}

/** Area code and number are in one text, with spaces as the register left them. */
function phoneOf(phone: Reader): string | undefined {
  const digits = phone.code()?.replace(/\D/g, '') ?? '';
  return digits.length < 10 ? undefined : `+55${digits}`;
}

/** For persons only the six middle digits are published: enough to distinguish two persons with the same name, not to identify either. */
function partnerOf(partner: Reader) {
  const number = partner.at('cnpj_cpf_do_socio').code();
  const taxId = number !== undefined && cnpjForm.test(number) ? number : undefined;
  const kind = partner.at('identificador_de_socio').code();
  const qualification = partner.at('codigo_qualificacao_socio').code(2) ?? '';
  const role = partner.at('qualificacao_socio').text();
  const isManager = manages.has(qualification);
  return {
    partner: compact({
      name: partner.at('nome_socio').text(),
      taxId,
      maskedTaxId: taxId === undefined ? number : undefined,
      type: kind === '1' ? 'company' : kind === '2' ? 'person' : undefined,
      countryCode: taxId === undefined ? undefined : 'BR',
      country: partner.at('pais').text(),
      ageBand: partner.at('faixa_etaria').text(),
      role: role ?? qualification,
      since: partner.at('data_entrada_sociedade').date(),
    }),
    isManager,
    isOwner: owns.has(qualification) || (!isManager && ownerWords.test(role ?? '')),
  };
}

const representative = ({
  name,
  taxId,
  maskedTaxId,
  type,
  countryCode,
  country,
  ageBand,
  role,
  since,
}: ReturnType<typeof partnerOf>['partner']) =>
  compact({ name, taxId, maskedTaxId, type, countryCode, country, ageBand, role, since });

const present = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value) => value !== undefined);
