import { documentCode } from '../../src/modules/kyc/validations/index.js';
import { passportLines, specimenImage, type SpecimenPerson } from './specimens.js';
import type { Body, Call, TestApi, TestResponse } from './start-test-api.js';
import { topUp } from './use-fake-providers.js';

export const specimenPerson: SpecimenPerson = {
  firstName: 'Zephyrine',
  lastName: 'Quillobrandt',
  documentNumber: 'QX7315548',
  dateOfBirth: '1991-04-17',
  expiresAt: '2033-08-29',
};

interface ShownBalance {
  readonly balanceCents: number;
  readonly reservedCents: number;
  readonly availableCents: number;
}

/** The page of a validation, as its person uses it. */
export interface VisitedSession {
  readonly path: string;
  readonly ask: (step: string, call?: Call) => Promise<TestResponse>;
  readonly show: (side: string, seed: number) => Promise<TestResponse>;
  readonly tell: (lines: readonly string[], more?: object) => Promise<TestResponse>;
  /** Performs all steps before the submission. */
  readonly showAll: (seed: number, lines?: readonly string[]) => Promise<void>;
  readonly submit: () => Promise<TestResponse>;
}

/** Provides persons, their validations, and the pages of these, in production and in the sandbox. */
export function useValidations(api: () => TestApi) {
  beforeAll(async () => {
    await topUp(api(), 100_000);
    for (const { key } of [api().production, api().sandbox]) {
      const body = { enabled: true };
      const answer = await api().call(`/marketplace/integrations/${documentCode}`, { method: 'PUT', key, body });
      if (answer.status !== 200) throw new Error(answer.text);
    }
  });

  const newPerson = async (more: object = {}, person: object = {}, key?: string): Promise<string> => {
    const { firstName, lastName, documentNumber: idNumber, dateOfBirth } = specimenPerson;
    const data = { firstName, lastName, idNumber, idType: 'passport', dateOfBirth, ...person };
    const name = `${firstName} ${lastName}`;
    const body = { type: 'person', name, countryCode: 'BR', entityData: { person: data }, ...more };
    const made = await api().call('/entities', { body, ...(key !== undefined && { key }) });
    if (made.status !== 201) throw new Error(made.text);
    return (made.body as { readonly entity: { readonly id: string } }).entity.id;
  };
  const begin = (entityId: string, more: object = {}, key?: string): Promise<TestResponse> =>
    api().call('/api/kyc/validations', { body: { entityId, ...more }, ...(key !== undefined && { key }) });
  const read = async (id: string, key?: string): Promise<Body> =>
    (await api().call(`/api/kyc/validations/${id}`, key === undefined ? {} : { key })).body;
  const sendImage = (path: string, side: string, bytes: Buffer, type = 'image/png'): Promise<TestResponse> =>
    api().call(`${path}/images/${side}`, {
      ...{ method: 'PUT', key: null, body: bytes },
      headers: { 'content-type': type },
    });
  const visit = (url: string): VisitedSession => {
    const path = new URL(url).pathname;
    const ask = (step: string, call: Call = {}): Promise<TestResponse> =>
      api().call(`${path}/${step}`, { key: null, ...call });
    const show = (side: string, seed: number): Promise<TestResponse> => sendImage(path, side, specimenImage(seed));
    const tell = (mrzLines: readonly string[], more: object = {}): Promise<TestResponse> =>
      ask('document', { method: 'PUT', body: { documentType: 'passport', issuingCountry: 'BR', mrzLines, ...more } });
    const showAll = async (seed: number, lines: readonly string[] = passportLines(specimenPerson)): Promise<void> => {
      for (const answer of [await show('front', seed), await show('selfie', seed + 1), await tell(lines)])
        if (answer.status !== 200) throw new Error(answer.text);
    };
    return { path, ask, show, tell, showAll, submit: () => ask('submit', { method: 'POST' }) };
  };
  const balance = async (key?: string): Promise<ShownBalance> => {
    const answer = await api().call('/billing/balance', key === undefined ? {} : { key });
    return (answer.body as { readonly data: ShownBalance }).data;
  };
  return { newPerson, begin, read, sendImage, visit, balance };
}
