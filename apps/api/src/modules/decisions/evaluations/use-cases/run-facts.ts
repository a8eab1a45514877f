import type { FactRequests, RateRequest } from '@tamis/engine';

import type { Queryable } from '../../../../platform/database/index.js';
import type { CurrencyRates, GivenRate } from '../../currency-rates/index.js';
import type { AskedLists } from '../../data-lists/index.js';
import { LargeWindows } from '../domain/large-windows.js';
import type { RunMoment } from '../domain/run-moment.js';
import { gatherFacts, type GatheredFacts } from './gather-facts.js';

/** What a run goes by that is not as it is now. */
export interface ReadFacts {
  /** Absent: lists are asked as they are now. */
  readonly lists?: AskedLists;
  /** In place of what is stored of their pairs. */
  readonly rates?: readonly GivenRate[];
}

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
    private readonly read: ReadFacts = {},
  ) {}

  async gather(requests: FactRequests): Promise<GatheredFacts> {
    const { client, organizationId, asked, moment, read } = this;
    // A later table of rates takes the place of an earlier one: it is of everything that was asked for.
    asked.push(...requests.rates);
    const isAsked = requests.rates.length > 0;
    const rates = isAsked ? await this.currencies.rates(client, organizationId, asked, read.rates) : null;
    const lists = read.lists && { lists: read.lists };
    return gatherFacts(client, { organizationId, requests, rates, moment, large, ...lists });
  }

  /** Whether any rate can be known. */
  async hasRates(): Promise<boolean> {
    if (this.read.rates?.length) return true;
    return this.currencies.hasAny(this.client, this.organizationId);
  }
}
