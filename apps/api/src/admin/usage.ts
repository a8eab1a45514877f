import { allWatchlists } from '@tamis/watchlists';

import { registerFormats } from '../modules/enrichment/registers/index.js';

export const billingUsage = `
  billing confirm --organization ID --top-up ID --reason TEXT
                                                    credit a pending top-up, as its money has come
  billing refund --organization ID --execution ID --amount CENTS --reason TEXT [--number N]
                                                    give back what an execution cost, or a part; --number 2 is its second refund
  billing adjust --organization ID --amount CENTS --reference TEXT --reason TEXT
                                                    credit or, below 0, debit a balance; a reference counts once
  billing check [--organization ID]                 recompute the ledgers; ends with 1 where one is wrong`;

export const billingOptions = {
  'top-up': { type: 'string' },
  execution: { type: 'string' },
  amount: { type: 'string' },
  number: { type: 'string', default: '1' },
  reference: { type: 'string' },
  reason: { type: 'string' },
} as const;

export const personUsage = `
  sign-in-link --organization ID --email EMAIL      a token that signs a person in once, as an owner where they are no member yet:
                                                    send it to POST /auth/link, or open /console/#link=TOKEN`;

export const personOptions = { email: { type: 'string' } } as const;

export const providerUsage = `
  providers status                                  how each provider does: circuit, budget, last success and failure, outcomes of 24 hours`;

export const registerUsage = `
  registers load FILE --register CODE               load the file of a public register, as a new version: ${registerFormats.map(({ register }) => register).join(', ')}
  registers accept --register CODE --version N      let a version serve that was kept aside
  registers status                                  the versions of all registers, and why one was kept aside`;

export const registerOptions = { register: { type: 'string' }, version: { type: 'string' } } as const;

export const watchlistUsage = `
  watchlists load CODE FILE...                      load the files of a public list, as a new version: ${allWatchlists.map(({ code }) => code).join(', ')}
  watchlists accept CODE VERSION                    let a version serve that was kept aside
  watchlists status                                 the versions of all lists that serve or were kept aside, and why`;
