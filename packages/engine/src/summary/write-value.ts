import { numericText, type Money } from '@tamis/stdx';
import type { Outcome, Type } from '@tamis/lang';
import { valueToJson } from '../outcome/value-to-json.js';
import { isPlain, type JsonByteWriter } from './json-byte-writer.js';
import type { PreparedItems } from './prepared-items.js';

function writeBoolean(value: boolean, bytes: JsonByteWriter, { fixed }: PreparedItems): void {
  const { from, to } = value ? fixed.true : fixed.false;
  bytes.prepared(from, to);
}

function writeMoney({ amount, currency }: Money, bytes: JsonByteWriter, { fixed }: PreparedItems): void {
  bytes.prepared(fixed.money.from, fixed.money.to);
  if (typeof amount !== 'number' || amount === 0 || !bytes.shortNumber(amount)) bytes.text(numericText(amount));
  bytes.prepared(fixed.space.from, fixed.space.to);
  bytes.text(currency);
  bytes.prepared(fixed.moneyEnd.from, fixed.moneyEnd.to);
}

/** Writes a JSON value. */
export function writeJson(value: unknown, bytes: JsonByteWriter, items: PreparedItems): void {
  if (typeof value === 'string') bytes.quoted(value);
  else if (typeof value === 'boolean') writeBoolean(value, bytes, items);
  else bytes.text(JSON.stringify(value));
}

/** Writes the JSON form of a value that is not unknown, like `valueToJson`. */
export function writeValue(value: Outcome, type: Type, bytes: JsonByteWriter, items: PreparedItems): void {
  const { kind } = type;
  if (typeof value === 'string' && kind !== 'date') bytes.quoted(value);
  else if (typeof value === 'number' && (kind === 'number' || kind === 'any') && Number.isFinite(value))
    bytes.number(value);
  else if (typeof value === 'boolean') writeBoolean(value, bytes, items);
  else if (kind === 'money' && isPlain((value as Money).currency)) writeMoney(value as Money, bytes, items);
  else bytes.text(JSON.stringify(valueToJson(value, type)));
}
