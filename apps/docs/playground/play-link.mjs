import { deflateRawSync } from 'node:zlib';

/** Returns a link to a text in the playground, in the format that `address.ts` reads. */
export const playLink = (/** @type {string} */ text) =>
  `/play#${deflateRawSync(JSON.stringify({ text })).toString('base64url')}`;
