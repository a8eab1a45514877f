import { checkFiles, readRules } from '@tamis/lang';

import { checkEnvironment } from './check-environment.js';

/** Returns the messages of W1209 for a condition. */
function toldOf(target: string, condition: string): readonly string[] {
  const source = `language 1\nrule one {\n  on ${target}\n  when ${condition}\n}\n`;
  const { file, diagnostics } = readRules(source);
  const checked = checkFiles([{ name: '', file, source }], checkEnvironment).diagnostics.get('') ?? [];
  const all = [...diagnostics, ...checked];
  expect(all.filter(({ severity }) => severity === 'error')).toEqual([]);
  return all.filter(({ code }) => code === 'W1209').map(({ message }) => message);
}

const row = 'is never available: no integration provides it for a';

describe('fields of enrichments that no integration provides', () => {
  it.each([
    ['company', 'normalized.creditScore.value > 3', [`\`normalized.creditScore.value\` ${row} company`]],
    ['person', 'normalized.isDeceased', [`\`normalized.isDeceased\` ${row} person`]],
    [
      'transaction',
      'origin.normalized.creditScore.value > 3',
      [`\`origin.normalized.creditScore.value\` ${row} person or a company`],
    ],
    [
      'person',
      'enrichment["sanctions_screening"].anything = 1',
      [
        '`enrichment.sanctions_screening.anything` is never available: `sanctions_screening` tells `sanctions`, `pep`, `hits`, `topScore`, `lists`, `watchlists`, `screenedAt`',
      ],
    ],
    [
      'company',
      'enrichment["global_dns_mail"].emailCheck.valid = 1',
      [
        '`enrichment.global_dns_mail.emailCheck.valid` is never available: `global_dns_mail` tells `emails`, `emailChecks`',
      ],
    ],
    [
      'person',
      'enrichment["br_receita_cnpj"].legalName = "x"',
      ['`enrichment.br_receita_cnpj.legalName` is never available: `br_receita_cnpj` knows no person'],
    ],
  ])('are reported: for a %s, %s', (target, condition, messages) => {
    expect(toldOf(target, condition)).toEqual(messages);
  });

  it.each([
    ['company', 'normalized.legalName = "x"'],
    ['company', 'normalized.address.city = "x"'],
    ['company', 'exists(normalized.shareholders where countryCode != "BR")'],
    ['transaction', 'origin.normalized.legalName = "x"'],
    ['company', 'enrichment["br_receita_cnpj"].legalName = "x"'],
    ['company', 'enrichment["global_gleif_lei"].leiStatus = "ISSUED"'],
    ['transaction', 'origin.normalized.pep.isPep'],
    ['person', 'enrichment["sanctions_screening"].hits > 0'],
  ])('are not reported when an integration provides them: for a %s, %s', (target, condition) => {
    expect(toldOf(target, condition)).toEqual([]);
  });
});
