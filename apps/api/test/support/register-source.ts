import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { Providers } from '../../src/modules/enrichment/integrations/index.js';
import { receiverCertificate, receiverKey, resolveReceiversLocally } from './receivers-at-home.mjs';
import type { TestApi } from './start-test-api.js';
import { switchOn, topUp } from './use-fake-providers.js';

/** A partner entry of a company, as the register of Brazil publishes it. */
export type RegisteredPartner = Readonly<Record<string, unknown>>;

export interface RegisterSource {
  readonly baseUrl: string;
  /** Companies that it has data for, by number. It does not know any others. */
  readonly companies: Map<string, object>;
  /** Numbers in the order in which they were requested. */
  readonly asked: string[];
  /** Delay before each response, in milliseconds. */
  delayMs: number;
  /** Further condition that it waits for before it responds for a company. */
  held: ((cnpj: string) => Promise<void>) | null;
  /** Replaces the normal response. */
  respond: ((response: ServerResponse, cnpj: string) => void) | null;
  close(): Promise<void>;
}

const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

const checkDigit = (digits: string): number => {
  const own = weights.slice(weights.length - digits.length);
  const rest = [...digits].reduce((sum, digit, at) => sum + Number(digit) * own[at]!, 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
};

/** Returns the number of an invented company. */
export function cnpjOf(n: number): string {
  const base = `${String(10_000_000 + n).padStart(8, '0')}0001`;
  const first = checkDigit(base);
  return `${base}${first}${checkDigit(`${base}${first}`)}`;
}

/** Returns a company that is a partner. */
export const companyPartner = (cnpj: string, more: RegisteredPartner = {}): RegisteredPartner => ({
  identificador_de_socio: 1,
  nome_socio: `COMPANY ${cnpj}`,
  cnpj_cpf_do_socio: cnpj,
  codigo_qualificacao_socio: 22,
  qualificacao_socio: 'Sócio',
  data_entrada_sociedade: '2019-07-01',
  ...more,
});

/** Returns a person who is a partner, with the six published digits of the CPF. */
export const personPartner = (name: string, digits: string, more: RegisteredPartner = {}): RegisteredPartner => ({
  identificador_de_socio: 2,
  nome_socio: name,
  cnpj_cpf_do_socio: `***${digits}**`,
  codigo_qualificacao_socio: 22,
  qualificacao_socio: 'Sócio',
  data_entrada_sociedade: '2020-01-01',
  faixa_etaria: 'Entre 31 a 40 anos',
  ...more,
});

export const registered = (cnpj: string, qsa: readonly RegisteredPartner[], more: object = {}): object => ({
  cnpj,
  razao_social: `COMPANY ${cnpj}`,
  cnae_fiscal: 1091102,
  cnae_fiscal_descricao: 'Fabricação de produtos de padaria',
  situacao_cadastral: 2,
  qsa,
  ...more,
});

/** Starts a register of companies on this machine, over TLS. */
export async function startRegister(): Promise<RegisterSource> {
  const server = createServer({ key: receiverKey, cert: receiverCertificate }, (request, response) => {
    const cnpj = request.url!.split('/').at(-1)!;
    source.asked.push(cnpj);
    const tell = (): void => {
      if (source.respond) return source.respond(response, cnpj);
      const company = source.companies.get(cnpj);
      response.writeHead(company ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(company ?? { message: 'não encontrado' }));
    };
    setTimeout(() => void (source.held?.(cnpj) ?? Promise.resolve()).then(tell), source.delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const source: RegisterSource = {
    baseUrl: `https://register.receiver.test:${(server.address() as AddressInfo).port}`,
    companies: new Map(),
    asked: [],
    delayMs: 0,
    held: null,
    respond: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return source;
}

/** Provides a register that the server of a test file can query without a limit. */
export function useRegister(api: () => TestApi): () => RegisterSource {
  let source: RegisterSource;
  let undo: () => void = () => undefined;
  beforeAll(async () => {
    undo = resolveReceiversLocally();
    source = await startRegister();
    const provider = api().app.get(Providers).find('br_receita_cnpj')!;
    Object.assign(provider, { calls: { ...provider.calls, perMinute: 6_000_000, atOnce: 128, attempts: 1 } });
    await switchOn(api(), 'br_receita_cnpj', source.baseUrl);
    await topUp(api(), 1_000_000);
  });
  afterAll(async () => {
    await source.close();
    undo();
  });
  return () => source;
}
