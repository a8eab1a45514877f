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

/** Marks a body class whose undeclared fields are silently dropped instead of rejected. */
export const IgnoreUnknownFields = (): ClassDecorator => (target) => Reflect.defineMetadata(ignoring, true, target);

const ignoresUnknownFields = (target: object): boolean => Reflect.getMetadata(ignoring, target) === true;

/** Rejects query parameters on routes that read none. Other routes validate theirs against a class. */
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

/** Marks the body class of a route: bodies are read as the class that `choose` returns for them. */
export const BodyIsOneOf =
  (choose: (sent: object) => Type<object>): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(key, choose, target);

/** Returns the class that a body is read as. */
function bodyClassOf(named: Type<object>, sent: object): Type<object> {
  const choose = Reflect.getMetadata(key, named) as ((sent: object) => Type<object>) | undefined;
  return choose ? choose(sent) : named;
}

/** Returns one message per field path: `entityData.person.dateOfBirth`, `items[3].primaryValue`. */
export function validationMessages(errors: readonly ValidationError[], prefix = ''): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const error of errors) {
    const path = pathOf(prefix, error.property);
    // Fields list their checks from the narrowest to the type. A wrong type is reported as such, not as a bound that it violates.
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

/** Turns a body or query into an instance of its class, or throws a 400 with a message per field path. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(sent: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (metatype === undefined || untyped.has(metatype) || (type !== 'body' && type !== 'query')) return sent;
    return validateInput(metatype as Type<object>, sent, type);
  }
}

/** Validates the body like the pipe, for a route that checks its `Idempotency-Key` first. */
export const validateBody = (type: Type<object>, sent: unknown): object => validateInput(type, sent, 'body');

/**
 * Validates an object of a body that is not validated with it, and returns it as an instance of its class. Throws the same errors as for
 * the body itself.
 */
export function validateElement<T extends object>(type: Type<T>, value: unknown): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid({ body: 'must be an object' });
  return instantiateOrThrow(type, value, 'body') as T;
}

/** Returns the errors of such an object by field path; empty if it is valid. */
export function elementProblems(type: Type<object>, value: object): Readonly<Record<string, string>> {
  return instantiateAndValidate(type, value, 'body').messages;
}

/**
 * Checks the body sent to a route that does not read one. Throws 400 if it contains anything that could have been meant to have an effect.
 */
export function checkNoBody(sent: unknown): void {
  const fields = Object.keys(assertObject(sent === undefined ? {} : sent));
  if (fields.length > 0) throw invalid(Object.fromEntries(fields.map((name) => [name, unknownField])));
}

function validateInput(type: Type<object>, sent: unknown, of: 'body' | 'query'): object {
  // A missing body counts as a body without fields.
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
  // Oversized arrays are reported on their own: every element would be validated, which costs as much for one array as for everything else.
  if (Object.keys(problems.tooLong).length > 0) return { instance, messages: problems.tooLong };
  const messages = passesValidation(instance) ? {} : fieldMessages(instance);
  for (const path of problems.nulls) messages[path] = 'cannot be null: omit it to keep it';
  if (!ignoresUnknownFields(metatype)) {
    for (const path of problems.unknown)
      messages[path] = type === 'query' ? 'is not a known query parameter' : unknownField;
  }
  return { instance, messages };
}

const fieldMessages = (instance: object): Record<string, string> =>
  validationMessages(validateSync(instance, { validationError: { target: false, value: false } }));
