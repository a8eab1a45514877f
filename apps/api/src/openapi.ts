import { readFileSync } from 'node:fs';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { checkClassNames } from './check-class-names.js';
import { AppConfig } from './platform/config/index.js';
import { bodyExample, describeResponses, errorsJson, errorsPage } from './platform/http/index.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & { readonly [bodyExample]?: object };

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** Returns the document with an example for each body, and with the operations that require no API key marked as such. */
function describeOperations(document: OpenAPIObject): OpenAPIObject {
  for (const path of Object.values(document.paths)) {
    for (const method of methods) {
      const described = path[method];
      if (described?.operationId === undefined) continue;
      const { [bodyExample]: example, summary, ...operation }: Operation = described;
      const body =
        operation.requestBody && 'content' in operation.requestBody
          ? operation.requestBody.content['application/json']
          : undefined;
      if (body && example && body.examples === undefined) body.example = example;
      path[method] = { ...operation, summary, security: operation.security ?? [] };
    }
  }
  return document;
}

/**
 * Returns the description of every route of a module, which is the text of `openapi.json`. Needs no database. Throws if two classes have
 * the same name.
 */
export async function makeOpenApiDocument(
  module: DynamicModule = AppModule.forRoot(new AppConfig()),
): Promise<OpenAPIObject> {
  const options = { preview: true, logger: false, abortOnError: false } as const;
  const app = await NestFactory.create(module, new FastifyAdapter(), options);
  checkClassNames(app);
  return documentOf(app);
}

/** Returns the document as the text of the checked-in file. */
export const openApiText = async (): Promise<string> => `${JSON.stringify(await makeOpenApiDocument(), null, 2)}\n`;

/** Returns the text of `ERRORS.md`. */
export const errorsPageText = async (): Promise<string> => errorsPage(await makeOpenApiDocument());

/** Returns the text of `errors.json`. */
export const errorsJsonText = async (): Promise<string> => errorsJson(await makeOpenApiDocument());

const jsonPath = 'docs/json';

/**
 * Serves the document at `/docs/json` and pages to try it out at `/docs/try`. Uses the checked-in file, since generating the document would
 * block all other requests for a second.
 */
export function setUpOpenApi(app: NestFastifyApplication): void {
  const text = readFileSync(new URL('../openapi.json', import.meta.url));
  const server = app.getHttpAdapter().getInstance();
  server.get(`/${jsonPath}`, (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
  // The pages fetch the document, so it is not embedded in them.
  const inPages = undefined as unknown as OpenAPIObject;
  SwaggerModule.setup('docs/try', app, () => inPages, { raw: false, swaggerUrl: `/${jsonPath}` });
}

function documentOf(app: Parameters<typeof SwaggerModule.createDocument>[0]): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Tamis')
    .setVersion('0.1.0')
    .addBearerAuth()
    .addCookieAuth('__Host-tamis_session');
  const document = SwaggerModule.createDocument(app, builder.build(), { operationIdFactory });
  return describeOperations(describeResponses(document));
}

/** `DataListsController.create` becomes `dataLists.create`. */
const operationIdFactory = (controller: string, method: string): string => {
  const name = controller.replace(/Controller$/, '');
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}.${method}`;
};
