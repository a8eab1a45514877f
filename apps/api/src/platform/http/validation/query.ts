import { Query as NestQuery, SetMetadata } from '@nestjs/common';

/** Metadata of a handler that reads the query. Other routes reject every query parameter. */
export const readsQuery = Symbol('readsQuery');

/** Injects the query of a request, validated against the class of the parameter. */
export const Query = (): ParameterDecorator => (target, name, index) => {
  NestQuery()(target, name, index);
  SetMetadata(readsQuery, true)(target, name!, Object.getOwnPropertyDescriptor(target, name!)!);
};
