import { RecomputeOwnership } from '../../src/modules/ownership/beneficial-owners/use-cases/recompute-ownership.js';
import type { Body, TestApi } from './start-test-api.js';
import { waitUntil } from './wait-until.js';

interface CreatedEntity {
  readonly entity: { readonly id: string };
}

interface CreatedRelationship {
  readonly relationship: { readonly id: string };
}

interface ShownOwner {
  readonly entity: { readonly name: string };
  readonly leastPercent: string;
  readonly mostPercent: string;
  readonly certain: boolean;
}

/** Provides companies and people, their ownership, and the derived data after all calculations have finished. */
export function useOwners(api: () => TestApi) {
  let made = 0;
  const send = async (path: string, body: object, method = 'POST'): Promise<Body> => {
    const answer = await api().call(path, { method, body });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const create = async (type: 'person' | 'company', name: string, more: object = {}): Promise<string> => {
    const externalId = `own-${(made += 1)}`;
    const created = (await send('/entities', { type, name, countryCode: 'BR', externalId, ...more })) as CreatedEntity;
    return created.entity.id;
  };
  /** Returns the id of the relationship. A `strength` of `null` leaves the share unknown. */
  const own = async (owner: string, owned: string, strength: number | null, more: object = {}): Promise<string> => {
    const share = strength === null ? {} : { strength };
    const body = { relatedEntityId: owned, relationshipType: 'owns', role: 'shareholder', ...share, ...more };
    return ((await send(`/entities/${owner}/relationships`, body)) as CreatedRelationship).relationship.id;
  };
  const settle = () =>
    waitUntil(async () => {
      await api().app.get(RecomputeOwnership).recompute();
      const { rows } = await api().pool.query<{ readonly open: number }>(
        'select (select count(*) from ownership_changes)::int + (select count(*) from ownership_dues where not is_scheduled)::int as open',
      );
      return rows[0]!.open === 0;
    });
  const read = async (entityId: string, query = ''): Promise<Body> => {
    const answer = await api().call(`/entities/${entityId}/ownership${query}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return (answer.body as { readonly ownership: Body }).ownership;
  };
  /** Returns the data after all calculations have finished. */
  const settled = async (entityId: string): Promise<Body> => {
    await settle();
    return read(entityId);
  };
  const person = (name: string, more: object = {}): Promise<string> => create('person', name, more);
  const company = (name: string, more: object = {}): Promise<string> => create('company', name, more);
  return { send, person, company, own, settle, read, settled };
}

/** Returns owners as `name least-most is` or `may be`. */
export const ownersText = ({ owners }: { readonly owners: readonly ShownOwner[] }): readonly string[] =>
  owners.map(
    ({ entity, leastPercent, mostPercent, certain }) =>
      `${entity.name} ${leastPercent}-${mostPercent} ${certain ? 'is' : 'may be'}`,
  );
