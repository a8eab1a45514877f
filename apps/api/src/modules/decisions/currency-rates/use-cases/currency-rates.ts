import { Injectable, Logger } from '@nestjs/common';
import type { RateRequest } from '@tamis/engine';

import { Notifications, type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  convertAmount,
  type CurrencyConversion,
  type AmountToConvert,
  type SourcedRates,
} from '../domain/convert-amount.js';
import { type RateOverride, withRateOverrides } from '../domain/rate-overrides.js';
import { referenceCurrency } from '../domain/reference-currency.js';
import { type CurrencySettings, findCurrencySettings, findQuotes } from '../persistence/rate-store.js';
import { toProvidedRates, selectRateProvider } from './select-rate-provider.js';

/** The amount of a payment in other currencies. */
export interface ConvertedAmounts {
  /** Decimal text; `null` if no rate is known. */
  readonly inUsd: string | null;
  /** The reporting currencies of the organization for which a rate is known. */
  readonly exchanges: readonly CurrencyConversion[];
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The rates that apply to an organization at a time: those it loaded, otherwise the fetched ones, or fixed ones in a sandbox. */
@Injectable()
export class CurrencyRates {
  private readonly logger = new Logger('currency rates');
  private readonly settings = new Map<string, { readonly until: number; readonly found: CurrencySettings }>();

  constructor(
    private readonly database: TenantDatabase,
    notifications: Notifications,
  ) {
    notifications.on('tamis_currencies', (organizationId) => this.invalidateSettings(organizationId));
  }

  /** Returns every rate required by the requests; `null` if they require none. Uses a connection of the organization. */
  async findRates(
    client: Queryable,
    organizationId: string,
    requests: readonly RateRequest[],
    given: readonly RateOverride[] = [],
  ): Promise<SourcedRates | null> {
    const asked = requests.filter(({ from, to }) => from !== to);
    if (asked.length === 0) return null;
    const stored = await this.loadRates(client, organizationId, asked);
    return withRateOverrides(
      stored,
      given,
      asked.map(({ at }) => at),
    );
  }

  private async loadRates(
    client: Queryable,
    organizationId: string,
    asked: readonly RateRequest[],
  ): Promise<SourcedRates> {
    const { environment, hasRates, rateMaxAgeDays: maxAgeDays } = await this.settingsOf(client, organizationId);
    if (!hasRates) return { referenceCurrency, maxAgeDays, quotes: [] };
    const provider = selectRateProvider(environment, client);
    const through = [referenceCurrency, provider.referenceCurrency];
    const currencies = [...new Set([...through, ...asked.flatMap(({ from, to }) => [from, to])])].sort();
    const days = [...new Set(asked.map(({ at }) => dayOf(at)))].sort();
    const span = { from: days[0]!, to: days.at(-1)!, maxAgeDays };
    const [own, provided] = await Promise.all([
      findQuotes(client, organizationId, currencies, span),
      provider.quotes({ currencies, days, maxAgeDays }),
    ]);
    return { referenceCurrency, maxAgeDays, quotes: own, ...toProvidedRates(provider, provided) };
  }

  /** Returns whether any rate may be known. Uses a connection of the organization. */
  async hasRates(client: Queryable, organizationId: string): Promise<boolean> {
    return (await this.settingsOf(client, organizationId)).hasRates;
  }

  /** Removes the cached settings of an organization, so that they are read again. */
  invalidateSettings(organizationId: string): void {
    this.settings.delete(organizationId);
  }

  /** Converts an amount. Never throws: unknown amounts are `null`, so that a payment is stored even if rates fail. */
  async convert(
    organizationId: string,
    amount: AmountToConvert,
    given: readonly RateOverride[] = [],
  ): Promise<ConvertedAmounts> {
    const inUsd = amount.currency === 'USD' ? amount.amount : null;
    try {
      const client = this.database.forOrganization(organizationId);
      const { reportingCurrencies } = await this.settingsOf(client, organizationId);
      const others = [...new Set(['USD', ...reportingCurrencies])];
      const requests = others.map((to) => ({ from: amount.currency, to, at: amount.at }));
      const rates = await this.findRates(client, organizationId, requests, given);
      const table = rates ?? { referenceCurrency, maxAgeDays: 0, quotes: [] };
      const found = new Map(others.map((to) => [to, convertAmount(amount, to, table)]));
      return {
        inUsd: inUsd ?? found.get('USD')?.value ?? null,
        exchanges: reportingCurrencies.flatMap((currency) => found.get(currency) ?? []),
      };
    } catch (error) {
      this.logger.error(`the value of a payment in the base currency is unknown: ${String(error)}`);
      return { inUsd, exchanges: [] };
    }
  }

  /**
   * Caches the settings until a process tells that they have changed, but at most for a minute. Payments in dollars, and those of
   * organizations without rates, then require no further query.
   */
  private async settingsOf(client: Queryable, organizationId: string): Promise<CurrencySettings> {
    const known = this.settings.get(organizationId);
    const now = Date.now();
    if (known && known.until > now) return known.found;
    const found = await findCurrencySettings(client, organizationId);
    if (this.settings.size >= limits.currencySettingsKept) this.settings.clear();
    this.settings.set(organizationId, { until: now + limits.currencySettingsMs, found });
    return found;
  }
}
