import type { FactRequests, RateRequest } from '@tamis/engine';

import type { Queryable } from '../../../platform/database/index.js';
import type { CurrencyRates } from '../../currency-rates/index.js';
import type { AskedLists } from '../../data-lists/index.js';
import { LargeWindows } from '../domain/large-windows.js';
import type { RunMoment } from '../domain/run-moment.js';
import { gatherFacts, type GatheredFacts } from './gather-facts.js';

/** Of all runs of the process. */
const large = new LargeWindows();

/** Gathers the facts of one run, as often as facts lead to further ones. */
export class RunFacts {
  private readonly asked: RateRequest[] = [];

  constructor(
    private readonly client: Queryable,
    private readonly organizationId: string,
    private readonly currencies: CurrencyRates,
    private readonly moment: RunMoment,
    /** Absent: lists are asked as they are now. */
    private readonly lists?: AskedLists,
  ) {}

  async gather(requests: FactRequests): Promise<GatheredFacts> {
    const { client, organizationId, asked, moment } = this;
    // A later table of rates takes the place of an earlier one: it is of everything that was asked for.
    asked.push(...requests.rates);
    const rates = requests.rates.length > 0 ? await this.currencies.rates(client, organizationId, asked) : null;
    const lists = this.lists && { lists: this.lists };
    return gatherFacts(client, { organizationId, requests, rates, moment, large, ...lists });
  }

  /** Whether any rate can be known. */
  hasRates(): Promise<boolean> {
    return this.currencies.hasAny(this.client, this.organizationId);
  }
}
