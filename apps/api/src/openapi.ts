import 'reflect-metadata';
import type { DynamicModule, INestApplication, Type } from '@nestjs/common';
import { NestFactory, ModulesContainer } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { AppConfig } from './platform/config/index.js';
import { describeResponses, ErrorCatalogue, errorsPage } from './platform/http/index.js';
import { operationSummaries, requestExamples } from './operation-texts.js';

/** Where decorators of `@nestjs/swagger` keep what they were told. */
const metadata = {
  responses: 'swagger/apiResponse',
  extraModels: 'swagger/apiExtraModels',
  properties: 'swagger/apiModelPropertiesArray',
  property: 'swagger/apiModelProperties',
} as const;

const builtIn: ReadonlySet<unknown> = new Set([String, Number, Boolean, Object, Array, Date, Promise, undefined]);

const isClass = (value: unknown): value is Type =>
  typeof value === 'function' && !builtIn.has(value) && /^class\b/.test(Function.prototype.toString.call(value));

/** Types are written as they are, as a list of one, or as a function that says which. */
function classesIn(type: unknown): readonly Type[] {
  if (Array.isArray(type)) return type.flatMap(classesIn);
  if (isClass(type)) return [type];
  const isLazy = typeof type === 'function' && !builtIn.has(type) && type.prototype === undefined;
  return isLazy ? classesIn((type as () => unknown)()) : [];
}

function namedByMethod(controller: Type, name: string): readonly Type[] {
  const prototype = controller.prototype as Record<string, object>;
  const method = prototype[name]!;
  const responses = (Reflect.getMetadata(metadata.responses, method) ?? {}) as Record<string, { type?: unknown }>;
  const parameters = Reflect.getMetadata('design:paramtypes', prototype, name) as unknown;
  const extra = Reflect.getMetadata(metadata.extraModels, method) as unknown;
  return [...Object.values(responses).map(({ type }) => type), parameters, extra].flatMap(classesIn);
}

function namedByClass(type: Type): readonly Type[] {
  const prototype = type.prototype as object;
  const keys = (Reflect.getMetadata(metadata.properties, prototype) ?? []) as readonly string[];
  return keys.flatMap((key) => {
    const told = Reflect.getMetadata(metadata.property, prototype, key.slice(1)) as { type?: unknown } | undefined;
    return classesIn(told?.type);
  });
}

const methodsOf = ({ prototype }: Type): readonly string[] =>
  Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');

/** Throws where routes name two classes of one name: the description would have one of them in both places. */
function checkClassNames(app: INestApplication): void {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].flatMap(({ metatype }) => classesIn(metatype)),
  );
  const open = controllers.flatMap((controller) =>
    methodsOf(controller).flatMap((name) => namedByMethod(controller, name)),
  );
  const known = new Map<string, Type>();
  for (let next = open.pop(); next; next = open.pop()) {
    const same = known.get(next.name);
    if (same === next) continue;
    if (same) throw new Error(`two classes of the API description are called ${next.name}: rename one`);
    known.set(next.name, next);
    open.push(...namedByClass(next));
  }
}

interface Operation {
  readonly operationId?: string;
  summary?: string;
  security?: unknown;
  readonly requestBody?: { readonly content?: Record<string, { example?: unknown; examples?: unknown }> };
}

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** The document with the summary of each operation, an example of each body, and which operations ask for no key. */
function describeOperations(document: OpenAPIObject): OpenAPIObject {
  for (const path of Object.values(document.paths)) {
    for (const method of methods) {
      const operation = path[method] as Operation | undefined;
      if (operation?.operationId === undefined) continue;
      const summary = operationSummaries[operation.operationId];
      if (summary !== undefined) operation.summary = summary;
      operation.security ??= [];
      const body = operation.requestBody?.content?.['application/json'];
      const example = requestExamples[operation.operationId];
      if (body && example && body.examples === undefined) body.example = example;
    }
  }
  return document;
}

/**
 * The description of every route of a module, made without a database: the text of `openapi.json`. Throws where two classes have one
 * name.
 */
export async function makeOpenApiDocument(
  module: DynamicModule = AppModule.forRoot(new AppConfig()),
): Promise<OpenAPIObject> {
  const options = { preview: true, logger: false, abortOnError: false } as const;
  const app = await NestFactory.create(module, new FastifyAdapter(), options);
  checkClassNames(app);
  return documentOf(app);
}

/** The document as the text of the checked-in file. */
export const openApiText = async (): Promise<string> => `${JSON.stringify(await makeOpenApiDocument(), null, 2)}\n`;

/** The text of `ERRORS.md`. */
export const errorsPageText = async (): Promise<string> => errorsPage(await makeOpenApiDocument());

/** Serves the document at `/docs/json` and its pages at `/docs`. */
export function setUpOpenApi(app: INestApplication): void {
  let made: OpenAPIObject | undefined;
  const document = (): OpenAPIObject => (made ??= documentOf(app));
  app.get(ErrorCatalogue).describeBy(document);
  SwaggerModule.setup('docs', app, document, { jsonDocumentUrl: 'docs/json' });
}

function documentOf(app: INestApplication): OpenAPIObject {
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
