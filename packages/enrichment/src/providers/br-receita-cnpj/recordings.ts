import type { Recording } from '../../provider.js';
import { jsonRecording as json } from '../../sandbox/recorded-world.js';

const asked = {
  type: 'company',
  country: 'BR',
  taxId: '11444777000161',
  name: null,
  emails: [],
  phones: [],
} as const;

const company = {
  cnpj: '11444777000161',
  identificador_matriz_filial: 1,
  razao_social: 'PADARIA MORRO AZUL LTDA',
  nome_fantasia: 'MORRO AZUL PAES',
  situacao_cadastral: 2,
  descricao_situacao_cadastral: 'ATIVA',
  data_situacao_cadastral: '2014-03-11',
  data_inicio_atividade: '2014-03-11',
  codigo_natureza_juridica: 2062,
  natureza_juridica: 'Sociedade Empresária Limitada',
  porte: 'EMPRESA DE PEQUENO PORTE',
  capital_social: 120000,
  cnae_fiscal: 1091102,
  cnae_fiscal_descricao: 'Fabricação de produtos de padaria e confeitaria com predominância de produção própria',
  cnaes_secundarios: [{ codigo: 4721102, descricao: 'Padaria e confeitaria com predominância de revenda' }],
  descricao_tipo_de_logradouro: 'RUA',
  logradouro: 'DAS LARANJEIRAS NOVAS',
  numero: '240',
  complemento: 'LOJA 2',
  bairro: 'CENTRO',
  municipio: 'CAMPINAS',
  uf: 'SP',
  cep: '01310100',
  ddd_telefone_1: '1932000000',
  ddd_telefone_2: '',
  email: 'CONTATO@MORROAZUL.EXAMPLE',
  qsa: [
    {
      identificador_de_socio: 2,
      nome_socio: 'IRENE TAVARES QUINTELA',
      cnpj_cpf_do_socio: '***456789**',
      codigo_qualificacao_socio: 49,
      qualificacao_socio: 'Sócio-Administrador',
      data_entrada_sociedade: '2014-03-11',
      pais: null,
      faixa_etaria: 'Entre 51 a 60 anos',
    },
    {
      identificador_de_socio: 1,
      nome_socio: 'GRAOS DO VALE PARTICIPACOES SA',
      cnpj_cpf_do_socio: '11222333000181',
      codigo_qualificacao_socio: 22,
      qualificacao_socio: 'Sócio',
      data_entrada_sociedade: '2019-07-01',
      pais: null,
      faixa_etaria: 'Não se aplica',
    },
    {
      identificador_de_socio: 2,
      nome_socio: 'OTAVIO BRANDAO LIRA',
      cnpj_cpf_do_socio: '***112233**',
      codigo_qualificacao_socio: 5,
      qualificacao_socio: 'Administrador',
      data_entrada_sociedade: '2021-02-15',
      pais: null,
      faixa_etaria: 'Entre 31 a 40 anos',
    },
  ],
};

const alphanumeric = '12ABC34501DE35';

/** Based on the documentation of Minha Receita and BrasilAPI; every company and person is invented. */
export const recordings: readonly Recording[] = [
  { name: 'success', recordedOn: '2026-01-15', asked, response: json(200, company), outcome: 'ok' },
  {
    // BrasilAPI leaves out fields without a value, and once returned the postal code and the size as numbers.
    name: 'partial',
    asked,
    response: json(200, {
      cnpj: '11444777000161',
      razao_social: 'PADARIA MORRO AZUL LTDA',
      nome_fantasia: '',
      situacao_cadastral: 8,
      data_inicio_atividade: '2014-03-11',
      porte: 5,
      cnae_fiscal: 111301,
      cnaes_secundarios: [{ codigo: 0, descricao: '' }],
      cep: 1310100,
      email: null,
      qsa: null,
    }),
    outcome: 'ok',
  },
  {
    name: 'foreign-partner',
    asked,
    response: json(200, {
      ...company,
      qsa: [
        {
          identificador_de_socio: 3,
          nome_socio: 'NORDHAVN HOLDING APS',
          cnpj_cpf_do_socio: '',
          codigo_qualificacao_socio: 37,
          qualificacao_socio: 'Sócio Pessoa Jurídica Domiciliado no Exterior',
          data_entrada_sociedade: '2022-05-02',
          pais: 'DINAMARCA',
          faixa_etaria: 'Não se aplica',
        },
        {
          identificador_de_socio: 2,
          nome_socio: 'CLARA VEIGA MONTE',
          cnpj_cpf_do_socio: '***998877**',
          codigo_qualificacao_socio: 12,
          qualificacao_socio: 'Liquidante',
          data_entrada_sociedade: '2023-01-09',
          pais: null,
          faixa_etaria: 'Entre 41 a 50 anos',
        },
      ],
    }),
    outcome: 'ok',
  },
  {
    name: 'alphanumeric',
    asked: { ...asked, taxId: alphanumeric },
    response: json(200, { ...company, cnpj: alphanumeric, razao_social: 'VENTO NOVO TECNOLOGIA LTDA' }),
    outcome: 'ok',
  },
  {
    name: 'not-found',
    asked,
    response: json(404, { message: 'CNPJ 11.444.777/0001-61 não encontrado.' }),
    outcome: 'SUBJECT_NOT_FOUND',
  },
  {
    name: 'refused-number',
    asked: { ...asked, taxId: alphanumeric },
    response: json(400, { message: 'CNPJ inválido.', type: 'bad_request', name: 'BadRequestError' }),
    outcome: 'INVALID_TAX_ID',
  },
  {
    name: 'other-subject',
    asked,
    response: json(200, { ...company, cnpj: '11222333000181' }),
    outcome: 'SUBJECT_MISMATCH',
  },
  {
    name: 'too-many-requests',
    asked,
    response: { problem: { code: 'PROVIDER_RATE_LIMITED', message: 'The source refused: too many requests.' } },
    outcome: 'PROVIDER_RATE_LIMITED',
  },
];
