import type { DemoAccount } from './account.js';

/** Returns URLs, keys and a command that creates a payment which the sample rules stop. */
export function tryIt(url: string, account: DemoAccount): string {
  const payment = {
    externalId: 'first-$RANDOM',
    type: 'PAYMENT',
    paymentMethod: 'CARD',
    amount: 812.5,
    currency: 'USD',
    category: 'misc_net',
    channel: 'online',
    originExternalId: 'cust-0090',
    transactedAt: '2025-12-07T23:10:00Z',
  };
  const data = JSON.stringify(payment).replace('"first-$RANDOM"', `"first-'$RANDOM'"`);
  return `
production  organization ${account.production.organizationId}  key ${account.production.key}
sandbox     organization ${account.sandbox.organizationId}  key ${account.sandbox.key}

Create a payment and see its decision:

curl -s ${url}/transactions \\
  -H 'Authorization: Bearer ${account.production.key}' \\
  -H 'X-Organization-ID: ${account.production.organizationId}' \\
  -H 'Content-Type: application/json' \\
  -d '${data}'
`;
}
