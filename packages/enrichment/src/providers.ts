import type { Provider } from './provider.js';
import { brReceitaCnpj } from './providers/br-receita-cnpj/provider.js';
import { euViesCheck } from './providers/eu-vies-check/provider.js';
import { gbCompaniesHousePsc } from './providers/gb-companies-house-psc/provider.js';
import { globalDnsMail } from './providers/global-dns-mail/provider.js';
import { globalGleifLei } from './providers/global-gleif-lei/provider.js';
import { globalPhoneFormat } from './providers/global-phone-format/provider.js';
import { sanctionsScreening } from './providers/sanctions-screening/provider.js';

/** Every provider that the product ships, one per line; listings keep this order. */
export const allProviders: readonly Provider[] = [
  brReceitaCnpj,
  euViesCheck,
  gbCompaniesHousePsc,
  globalDnsMail,
  globalGleifLei,
  globalPhoneFormat,
  sanctionsScreening,
];
