import type { Type } from '@nestjs/common';
import { getMetadataStorage, IS_OPTIONAL, type ValidationArguments, ValidationTypes } from 'class-validator';

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

interface Check {
  readonly passes: (value: unknown, about: ValidationArguments) => unknown;
  readonly constraints: unknown[];
  readonly each: boolean;
}

/** Checks of one property. */
interface PropertyPlan {
  readonly targetName: string;
  readonly name: string;
  /** Whether null and undefined are accepted. */
  readonly isOptional: boolean;
  /** The checks apply only if all of these hold. */
  readonly conditions: readonly ((object: object, value: unknown) => boolean)[];
  readonly checks: readonly Check[];
  readonly isNested: boolean;
}

/** `null` if the class has no checks, or checks that are not supported here. */
type Plan = readonly PropertyPlan[] | null;

const plans = new Map<unknown, Plan>();

/**
 * Whether class-validator would accept an instance. class-validator searches the checks of all classes for each object; here they are
 * looked up once per class. `false` may also mean that this cannot be decided here: `validateSync` then reports the errors, if there are
 * any.
 */
export function passesValidation(instance: object): boolean {
  const plan = cachedPlanOf(instance.constructor);
  if (plan === null) return false;
  for (const property of plan) if (!propertyPasses(instance, property)) return false;
  return true;
}

function propertyPasses(object: object, property: PropertyPlan): boolean {
  const { targetName, name, conditions, checks, isNested } = property;
  const value = (object as Readonly<Record<string, unknown>>)[name];
  if (property.isOptional && (value === undefined || value === null)) return true;
  for (const holds of conditions) if (!holds(object, value)) return true;
  const about: ValidationArguments = { targetName, property: name, object, value, constraints: [] };
  for (const { passes, constraints, each } of checks) {
    about.constraints = constraints;
    const isPassed =
      each && Array.isArray(value)
        ? value.every((one: unknown) => passes(one, about) === true)
        : passes(value, about) === true;
    if (!isPassed) return false;
  }
  return !isNested || nestedPasses(value);
}

function nestedPasses(value: unknown): boolean {
  if (value === undefined) return true;
  if (Array.isArray(value)) return value.every(nestedPasses);
  return value instanceof Object && passesValidation(value);
}

function cachedPlanOf(type: unknown): Plan {
  let plan = plans.get(type);
  if (plan === undefined) {
    plan = typeof type === 'function' ? buildPlan(type as Type<object>) : null;
    plans.set(type, plan);
  }
  return plan;
}

function buildPlan(type: Type<object>): Plan {
  const storage = getMetadataStorage();
  const metadata = storage.getTargetValidationMetadatas(type, '', false, false);
  if (metadata.length === 0 || !metadata.every(isSupported)) return null;
  return Object.entries(storage.groupByPropertyName(metadata)).map(([name, own]) => ({
    targetName: type.name,
    name,
    isOptional: own.some(isForOptional),
    conditions: own
      .filter((each) => isCondition(each) && !isForOptional(each))
      .map(({ constraints }) => constraints[0] as PropertyPlan['conditions'][number]),
    checks: own.filter(isCheck).flatMap(checksOf),
    isNested: own.some(({ type: kind }) => kind === ValidationTypes.NESTED_VALIDATION),
  }));
}

const isCondition = ({ type }: Metadata): boolean => type === ValidationTypes.CONDITIONAL_VALIDATION;

const isForOptional = ({ name }: Metadata): boolean => name === IS_OPTIONAL;

const isCheck = ({ type }: Metadata): boolean =>
  type === ValidationTypes.CUSTOM_VALIDATION || type === ValidationTypes.IS_DEFINED;

const isSupported = (metadata: Metadata): boolean =>
  metadata.validateIf === undefined &&
  (isCondition(metadata) || isCheck(metadata) || metadata.type === ValidationTypes.NESTED_VALIDATION);

const checksOf = ({ constraintCls, constraints, each }: Metadata): readonly Check[] =>
  getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ instance }) => ({ passes: (value, about) => instance.validate(value, about), constraints, each }));
