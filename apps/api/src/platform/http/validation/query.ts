import { Query as NestQuery, SetMetadata } from '@nestjs/common';

/** On a handler that reads the query: other routes refuse each parameter. */
export const readsQuery = Symbol('readsQuery');

/** The query of a request, checked against the class of the parameter. */
export const Query = (): ParameterDecorator => (target, name, index) => {
  NestQuery()(target, name, index);
  SetMetadata(readsQuery, true)(target, name!, Object.getOwnPropertyDescriptor(target, name!)!);
};
