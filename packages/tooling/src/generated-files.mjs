import { readdirSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** In the client library, a file is a `Blob` rather than a text. */
const fileType = ts.factory.createTypeReferenceNode('Blob');

/**
 * Generates the types of the client library from the description of the API.
 *
 * @param {string} openApi JSON text
 */
const clientTypesText = async (openApi) =>
  `/* Written by \`npm run generate\` from apps/api/openapi.json. */\n${astToString(
    await openapiTS(openApi, { transform: ({ format }) => (format === 'binary' ? fileType : undefined) }),
  )}`;

const openApiText = async () => (await import('../../../apps/api/dist/openapi.js')).openApiText();

const ruleCatalogueText = async () => {
  const { catalogueDocument } = await import('../../../packages/library/dist/index.js');
  return `${JSON.stringify(catalogueDocument(), null, 2)}\n`;
};

const enrichment = () => import('../../../packages/enrichment/dist/index.js');

/** Folders of providers are named after their codes, with hyphens. */
const providerCodes = readdirSync(new URL('../../enrichment/src/providers/', import.meta.url))
  .sort()
  .map((folder) => folder.replaceAll('-', '_'));

/**
 * Every file in the repository that a program writes. `file` is relative to the repository. `make` returns its whole text and runs on built
 * JavaScript, so it imports from `dist`. Files that take long to generate give the name of the test that compares them instead.
 *
 * @type {readonly { file: string, make: () => Promise<string>, comparedBy?: string }[]}
 */
export const generatedFiles = [
  {
    file: 'grammar/src/generated/cst.ts',
    make: async () => (await import('../../../grammar/dist/generate-cst-types.js')).cstTypesText(),
  },
  {
    file: 'grammar/generated/diagrams.html',
    make: async () => (await import('../../../grammar/dist/generate-diagrams.js')).diagramsText(),
  },
  {
    file: 'grammar/generated/REFERENCE.md',
    make: async () => (await import('../../../packages/library/dist/manual/reference-manual.js')).referenceManual(),
  },
  {
    file: 'apps/api/SETTINGS.md',
    make: async () => (await import('../../../apps/api/dist/platform/config/index.js')).settingsPage(),
  },
  {
    file: 'apps/api/generated/ERRORS.md',
    make: async () => (await import('../../../apps/api/dist/openapi.js')).errorsPageText(),
  },
  {
    file: 'apps/api/generated/errors.json',
    make: async () => (await import('../../../apps/api/dist/openapi.js')).errorsJsonText(),
  },
  { file: 'apps/api/generated/rule-catalogue.json', make: ruleCatalogueText },
  { file: 'apps/docs/providers/README.md', make: async () => (await enrichment()).providersPage() },
  ...providerCodes.map((code) => ({
    file: `apps/docs/providers/${code}.md`,
    make: async () => (await enrichment()).providerPage(code),
  })),
  {
    file: 'apps/api/openapi.json',
    make: openApiText,
  },
  {
    file: 'packages/client/src/generated/api.ts',
    make: async () => clientTypesText(await openApiText()),
  },
  {
    file: 'apps/api/generated/schema.sql',
    make: async () => (await import('./schema/fresh-schema.mjs')).freshSchemaText(),
    comparedBy: 'apps/api/src/platform/database/schema.e2e.test.ts',
  },
];
