import 'reflect-metadata';

const key = Symbol('IgnoreUnknownFields');

/** On a body class: fields it does not declare are dropped in silence instead of refused. */
export const IgnoreUnknownFields = (): ClassDecorator => (target) => Reflect.defineMetadata(key, true, target);

export const ignoresUnknownFields = (target: object): boolean => Reflect.getMetadata(key, target) === true;
