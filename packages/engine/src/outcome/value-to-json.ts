import { asDecimal, numericText, type Money, type Numeric } from '@tamis/stdx';
import { Unknown, type Outcome, type Type } from '@tamis/lang';

const secondMs = 1000;

const numberJson = (value: Numeric): unknown => (typeof value === 'number' ? value : { $number: numericText(value) });

/** `90s`; durations below a second are fractions. */
const durationJson = (ms: Numeric): unknown => ({
  $duration: `${numericText(asDecimal(ms).div(secondMs))}s`,
});

const distanceJson = (metres: Numeric): unknown => ({ $distance: `${asDecimal(metres).div(1000).toFixed()} km` });

/** Returns the JSON form of a value (shapes 3.4), or `undefined` if it is unknown. */
export function valueToJson(value: Outcome, type: Type): unknown {
  if (value instanceof Unknown) return undefined;
  switch (type.kind) {
    case 'number':
      return numberJson(value as Numeric);
    case 'money':
      return { $money: `${numericText((value as Money).amount)} ${(value as Money).currency}` };
    case 'date':
      return { $date: value };
    case 'datetime':
      return { $datetime: new Date(value as number).toISOString() };
    case 'duration':
      return type.calendar === true
        ? { $duration: `${numericText(value as Numeric)}mo` }
        : durationJson(value as Numeric);
    case 'distance':
      return distanceJson(value as Numeric);
    case 'list':
      return (value as readonly Outcome[])
        .filter((item) => !(item instanceof Unknown))
        .map((item) => valueToJson(item, type.element));
    case 'bool':
    case 'text':
    case 'enum':
    case 'country':
    case 'currency':
    case 'ip':
    case 'geo':
    case 'entity':
    case 'object':
    case 'any':
    case 'listref':
      return value;
  }
}
