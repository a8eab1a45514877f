import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

import { cnpj } from '../entities/sample-entities.js';

/** A register of companies with the given number of partners each. It responds after 5 ms and runs in a process of its own. */
const delayMs = 5;
const [rootCount, partnerCount] = [Number(process.argv[2]), Number(process.argv[3])];
const home = new URL('../../../apps/api/test/support/receivers-at-home.mjs', import.meta.url).href;
const { receiverKey: key, receiverCertificate: cert } = (await import(home)) as Record<string, string>;

/** The first partner by the number of a root company. */
const roots = new Map(Array.from({ length: rootCount }, (_, n) => [cnpj(n), rootCount + n * partnerCount]));

const partnersFrom = (first: number): object[] =>
  Array.from({ length: partnerCount }, (_, n) => ({
    identificador_de_socio: 1,
    nome_socio: `PARTNER ${first + n} LTDA`,
    cnpj_cpf_do_socio: cnpj(first + n),
    codigo_qualificacao_socio: 22,
    qualificacao_socio: 'Sócio',
    data_entrada_sociedade: '2019-07-01',
  }));

const server = createServer({ key, cert } as ServerOptions, (request, response) => {
  const number = request.url!.split('/').at(-1)!;
  const first = roots.get(number);
  const company = {
    cnpj: number,
    razao_social: `COMPANY ${number} LTDA`,
    situacao_cadastral: 2,
    qsa: first === undefined ? [] : partnersFrom(first),
  };
  const answer = (): void =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(company));
  setTimeout(answer, delayMs);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `https://register.receiver.test:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit());
