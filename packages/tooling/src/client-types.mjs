import openapiTS, { astToString } from 'openapi-typescript';

/**
 * The types of the client library, from the description of the API.
 *
 * @param {string} openApi JSON text
 */
export const clientTypesText = async (openApi) =>
  `/* Written by \`npm run generate\` from apps/api/openapi.json. */\n${astToString(await openapiTS(openApi))}`;
