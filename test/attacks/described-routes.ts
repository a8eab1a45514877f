import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Route } from '../../apps/api/test/support/list-routes.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, object>> };
}

const { paths } = JSON.parse(readFileSync(join(__dirname, '../../apps/api/openapi.json'), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const operationOf = ({ method, path }: Route): Operation | undefined =>
  paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];

/** Returns the parameters of a route as in the description of the API. */
export const parametersOf = (route: Route): readonly Parameter[] => operationOf(route)?.parameters ?? [];

/** Returns whether a route reads only JSON and no forms. Some routes do not read a body and ignore what they are sent. */
export const readsJson = (route: Route): boolean =>
  Object.keys(operationOf(route)?.requestBody?.content ?? {}).join() === 'application/json';
