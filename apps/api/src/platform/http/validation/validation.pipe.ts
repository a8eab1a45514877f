import 'reflect-metadata';
import 'reflect-metadata';
import {
  type ArgumentMetadata,
  Injectable,
  type PipeTransform,
  type Type,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { validateSync, type ValidationError } from 'class-validator';
import { invalid } from '../errors/api-error.js';
import { instantiate, ReadingProblems } from '../fields/declared-fields.js';
import { readsQuery } from './query.js';
import { passesValidation } from './passes-validation.js';
import type { FastifyRequest } from 'fastify';

const ignoring = Symbol('IgnoreUnknownFields');

/** On a body class: fields it does not declare are dropped in silence instead of refused. */
export const IgnoreUnknownFields = (): ClassDecorator => (target) => Reflect.defineMetadata(ignoring, true, target);

const ignoresUnknownFields = (target: object): boolean => Reflect.getMetadata(ignoring, target) === true;

/** Refuses query parameters on routes that read none; the others check theirs against a class. */
@Injectable()
export class UnknownQueryGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const names = Object.keys(context.switchToHttp().getRequest<FastifyRequest>().query as object);
    if (names.length > 0 && this.reflector.get<true | undefined>(readsQuery, context.getHandler()) === undefined) {
      throw invalid(Object.fromEntries(names.map((name) => [name, 'is not a known query parameter'])));
    }
    return true;
  }
}

const key = Symbol('BodyIsOneOf');

/** On the class a route names for its body: what was sent is read as the class that `choose` returns for it. */
export const BodyIsOneOf =
  (choose: (sent: object) => Type<object>): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(key, choose, target);

/** The class a body is read as. */
function bodyClassOf(named: Type<object>, sent: object): Type<object> {
  const choose = Reflect.getMetadata(key, named) as ((sent: object) => Type<object>) | undefined;
  return choose ? choose(sent) : named;
}

/** One message per field path: `entityData.person.dateOfBirth`, `items[3].primaryValue`. */
export function validationMessages(errors: readonly ValidationError[], prefix = ''): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const error of errors) {
    const path = pathOf(prefix, error.property);
    // Fields list their checks from the narrowest to the type; a wrong type is said as such, not as a bound it misses.
    const widest = Object.values(error.constraints ?? {}).at(-1);
    if (widest !== undefined) messages[path] = widest;
    Object.assign(messages, validationMessages(error.children ?? [], path));
  }
  return messages;
}

function pathOf(prefix: string, property: string): string {
  if (prefix === '') return property;
  return /^\d+$/.test(property) ? `${prefix}[${property}]` : `${prefix}.${property}`;
}

const unknownField = 'is not a known field';
const untyped: ReadonlySet<unknown> = new Set([Object, String, Number, Boolean, Array]);

/** Turns a body or a query into an instance of its class, or throws a 400 with a message per field path. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(sent: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (metatype === undefined || untyped.has(metatype) || (type !== 'body' && type !== 'query')) return sent;
    return validateInput(metatype as Type<object>, sent, type);
  }
}

/** The body of a route that looks at its `Idempotency-Key` first, as the pipe would have it. */
export const validateBody = (type: Type<object>, sent: unknown): object => validateInput(type, sent, 'body');

/** One of the objects of a body that come as they are, as an instance of its class. Throws as the body itself would. */
export function validateElement<T extends object>(type: Type<T>, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid({ body: 'must be an object' });
  return instantiateOrThrow(type, value, 'body') as T;
}

/** What is wrong with such an object, by the path of the field; nothing where it can be read. */
export function elementProblems(type: Type<object>, value: object): Readonly<Record<string, string>> {
  return instantiateAndValidate(type, value, 'body').messages;
}

/** What a route that reads no body was sent. Throws 400 for what could have meant something. */
export function checkNoBody(sent: unknown): void {
  const fields = Object.keys(assertObject(sent === undefined ? {} : sent));
  if (fields.length > 0) throw invalid(Object.fromEntries(fields.map((name) => [name, unknownField])));
}

function validateInput(type: Type<object>, sent: unknown, of: 'body' | 'query'): object {
  // Who sends no body sends none of its fields.
  const value = assertObject(sent === undefined && of === 'body' ? {} : sent);
  return instantiateOrThrow(bodyClassOf(type, value), value, of);
}

function assertObject(value: unknown): object {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw invalid({ body: 'must be a JSON object' });
}

function instantiateOrThrow(metatype: Type<object>, value: object, type: 'body' | 'query'): object {
  const { instance, messages } = instantiateAndValidate(metatype, value, type);
  if (Object.keys(messages).length > 0) throw invalid(messages);
  return instance;
}

function instantiateAndValidate(
  metatype: Type<object>,
  value: object,
  type: 'body' | 'query',
): { readonly instance: object; readonly messages: Record<string, string> } {
  const problems = new ReadingProblems();
  const instance = instantiate(metatype, value, problems);
  // Each of so many members would be checked: what is said of one array costs as much as all else together.
  if (Object.keys(problems.tooLong).length > 0) return { instance, messages: problems.tooLong };
  const messages = passesValidation(instance) ? {} : fieldMessages(instance);
  for (const path of problems.nulls) messages[path] = 'cannot be null: leave it out to keep it';
  if (!ignoresUnknownFields(metatype)) {
    for (const path of problems.unknown)
      messages[path] = type === 'query' ? 'is not a known query parameter' : unknownField;
  }
  return { instance, messages };
}

const fieldMessages = (instance: object): Record<string, string> =>
  validationMessages(validateSync(instance, { validationError: { target: false, value: false } }));
