import { deflateRawSync } from 'node:zlib';

/** A link to a text in the playground, as `address.ts` reads it. */
export const playLink = (/** @type {string} */ text) =>
  `/play#${deflateRawSync(JSON.stringify({ text })).toString('base64url')}`;
