import type { Page } from 'playwright-core';

import { topUp } from '../../../apps/api/test/support/use-fake-providers.js';
import { useOwnTestApi } from '../../../apps/api/test/support/use-test-api.js';
import { type OpenedPage, useBrowser } from './use-browser.js';

/** The passport of the standard, with dates in the future; its check digits are right. */
export const zone = [
  'P<BRAERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36BRA7408122F3404159<<<<<<<<<<<<<<04',
] as const;

/** Flags for a browser with a camera that shows moving colours. */
const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

export interface BegunValidation {
  readonly id: string;
  readonly entityId: string;
  /** Path of the page. */
  readonly path: string;
}

/** Starts a server that validates identities, and a browser for the people to be validated. */
export function useIdentity() {
  const api = useOwnTestApi();
  const browser = useBrowser(() => api().url, camera);
  beforeAll(async () => {
    const path = '/marketplace/integrations/global_tamis_document';
    const { status, text } = await api().call(path, { method: 'PUT', body: { enabled: true } });
    if (status !== 200) throw new Error(text);
    await topUp(api(), 10_000);
  });

  /** Starts a validation of a new person. */
  const begin = async (more: object = {}): Promise<BegunValidation> => {
    const person = { firstName: 'Anna', lastName: 'Eriksson', dateOfBirth: '1974-08-12' };
    const made = await api().call('/entities', {
      body: { type: 'person', name: 'Anna Maria Eriksson', countryCode: 'BR', entityData: { person } },
    });
    if (made.status >= 300) throw new Error(made.text);
    const entityId = (made.body as { entity: { id: string } }).entity.id;
    const begun = await api().call('/api/kyc/validations', { body: { entityId, ...more } });
    if (begun.status !== 201) throw new Error(begun.text);
    const { id, providerSessionUrl } = begun.body as { id: string; providerSessionUrl: string };
    return { id, entityId, path: new URL(providerSessionUrl).pathname };
  };

  const statusOf = async ({ id }: BegunValidation): Promise<string> => {
    const { body } = await api().call(`/api/kyc/validations/${id}`);
    return (body as { status: string }).status;
  };
  const isVerified = async ({ entityId }: BegunValidation): Promise<boolean> => {
    const { body } = await api().call(`/entities/${entityId}`);
    return (body as { kycVerified: boolean }).kycVerified;
  };
  const open = (path: string, options?: Parameters<typeof browser.open>[1]): Promise<OpenedPage> =>
    browser.open(path, options);
  return { api, open, begin, statusOf, isVerified };
}

/** Executed in the browser: draws the page of a passport, with a face, its lines, and the surroundings that a camera sees. */
const drawPassport = (lines: readonly string[]): string => `(() => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1600, 1100];
  const context = canvas.getContext('2d');
  const paint = (colour, ...place) => {
    context.fillStyle = colour;
    context.fillRect(...place);
  };
  paint('#223344', 0, 0, 1600, 1100);
  paint('#e8e4d8', 60, 60, 1480, 980);
  paint('#c9b8a0', 120, 180, 360, 460);
  context.fillStyle = '#101010';
  context.font = '40px sans-serif';
  context.fillText('UTOPIA  SPECIMEN', 120, 130);
  context.font = '36px monospace';
  ${JSON.stringify(lines)}.forEach((line, index) => context.fillText(line, 100, 900 + index * 70));
  return canvas.toDataURL('image/jpeg', 0.9);
})()`;

/** Returns a picture of a passport with these lines, as JPEG. */
export async function drawSpecimen(page: Page, lines: readonly string[]): Promise<Buffer> {
  const encoded = await page.evaluate<string>(drawPassport(lines));
  return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
}
