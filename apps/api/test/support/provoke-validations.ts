import { LookAfterValidations } from '../../src/modules/kyc/validations/use-cases/look-after-validations.js';
import type { Provocation } from './provoke-security.js';
import type { TestApi } from './start-test-api.js';
import type { useValidations } from './use-validations.js';
import { waitUntil } from './wait-until.js';

type Validations = ReturnType<typeof useValidations>;

interface Begun {
  readonly id: string;
  readonly providerSessionUrl: string;
}

/** Status changes of validations of a person, one after the other, until each kind of change has occurred. */
export const everyMove: readonly string[] = [
  ...['created', 'cancelled', 'created', 'expired', 'created', 'in_progress', 'abandoned'],
  ...['created', 'in_progress', 'in_review', 'approved', 'created', 'in_progress', 'in_review', 'rejected'],
];

/** Carries out `everyMove` as people would, except for changes that only the passing of time causes. */
export async function makeEveryMove(
  api: TestApi,
  { begin, read, visit }: Validations,
  entityId: string,
): Promise<void> {
  const post = (id: string, what: string, body?: object) =>
    api.call(`/api/kyc/validations/${id}/${what}`, { method: 'POST', ...(body && { body }) });
  const isOpen = async (id: string): Promise<boolean> =>
    ['pending', 'in_progress'].includes(((await read(id)) as { readonly status: string }).status);
  const endDue = async (id: string): Promise<void> => {
    await api.pool.query(`update kyc_validations set due_at = now() - interval '1 second' where id = $1`, [id]);
    await waitUntil(async () => {
      await api.app.get(LookAfterValidations).endDue(new Date());
      return !(await isOpen(id));
    });
  };
  const start = async (): Promise<Begun> => (await begin(entityId)).body as Begun;
  await post((await start()).id, 'cancel');
  await endDue((await start()).id);
  const left = await start();
  await visit(left.providerSessionUrl).show('front', 1);
  await endDue(left.id);
  for (const [seed, decision] of ['approved', 'rejected'].entries()) {
    const { id, providerSessionUrl } = await start();
    await visit(providerSessionUrl).showAll(10 * seed + 5);
    await visit(providerSessionUrl).submit();
    await post(id, 'review', { decision, reason: 'looked at' });
  }
}

/** Provokes all events of an identity validation. */
export const validationProvocation = (api: () => TestApi, validations: Validations): Provocation => [
  [...new Set(everyMove)].map((name) => `kyc.validation_${name}`),
  async () => makeEveryMove(api(), validations, await validations.newPerson()),
];
