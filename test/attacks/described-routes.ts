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

/** The parameters of a route, as the description of the API has them. */
export const parametersOf = (route: Route): readonly Parameter[] => operationOf(route)?.parameters ?? [];

/** Whether a route reads JSON, and no forms: some read no body at all, and pass over what they are sent. */
export const readsJson = (route: Route): boolean =>
  Object.keys(operationOf(route)?.requestBody?.content ?? {}).join() === 'application/json';
