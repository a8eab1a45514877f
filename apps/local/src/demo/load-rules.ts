import type { ApiClient } from './api-client.js';
import { sampleCustomers, sampleRules, type SampleCustomer } from './sample.js';

interface RuleList {
  readonly rules: readonly { readonly id: string; readonly key: string; readonly status: string }[];
}
interface ListList {
  readonly data: readonly { readonly name: string }[];
}

/** Creates missing customers, lists and rules, and activates the rules. Safe to repeat after any crash. */
export async function loadRules(api: ApiClient): Promise<void> {
  for (const customer of sampleCustomers())
    await api.requestOk('POST', '/entities', person(customer), ['DUPLICATE_EXTERNAL_ID']);
  const { lists, rules } = sampleRules();
  const knownLists = new Set(
    (await api.requestOk<ListList>('GET', '/data-lists?limit=100')).data.map((list) => list.name),
  );
  for (const name of lists)
    if (!knownLists.has(name)) await api.requestOk('POST', '/data-lists', { name, type: 'custom', source: 'internal' });
  const known = new Map(
    (await api.requestOk<RuleList>('GET', '/rules?pageSize=100')).rules.map((rule) => [rule.key, rule]),
  );
  for (const { key, source, shadow } of rules) {
    const rule =
      known.get(key) ?? (await api.requestOk<{ rule: RuleList['rules'][0] }>('POST', '/rules', { source })).rule;
    if (rule.status === 'in_progress')
      await api.requestOk('PATCH', `/rules/${rule.id}`, { status: shadow ? 'shadow' : 'active' });
  }
}

const person = (customer: SampleCustomer): unknown => ({
  type: 'person',
  externalId: customer.customer_id,
  name: `${customer.first_name} ${customer.last_name}`,
  countryCode: 'US',
  isClient: true,
  status: 'active',
  entityData: {
    person: {
      firstName: customer.first_name,
      lastName: customer.last_name,
      dateOfBirth: customer.date_of_birth,
      occupation: customer.job,
      address: {
        street: customer.street,
        city: customer.city,
        state: customer.state,
        country: 'US',
        postalCode: customer.postal_code,
      },
    },
  },
  attributes: { profile: customer.profile, home: { lat: Number(customer.lat), lng: Number(customer.long) } },
});
