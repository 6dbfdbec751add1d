import type { Hash, Input } from './form-body.ts';
import { refused } from './stripe-error.ts';

/** The values that the SDK names; its enums also admit any string, which the fake does not. */
type Literal<V> = V extends string ? (string extends V ? never : V) : never;
type Element<V> = V extends readonly (infer E)[] ? E : never;
type Fields<V> = V extends readonly unknown[] | string | number | boolean ? never : V;

type Rule<V> =
  | 'text'
  | 'integer'
  | 'boolean'
  | 'metadata'
  /** A number, or bounds of it. */
  | 'range'
  | { oneOf: readonly Literal<V>[] }
  | { each: Rule<Element<V>> }
  | { fields: Rules<Fields<V>> };

/** What one request takes: a name that the SDK's type does not have does not compile. */
export type Rules<P> = { readonly [K in keyof P]?: Rule<NonNullable<P[K]>> };

type AnyRule =
  | 'text'
  | 'integer'
  | 'boolean'
  | 'metadata'
  | 'range'
  | { oneOf: readonly string[] }
  | { each: AnyRule }
  | { fields: Record<string, AnyRule> };

/** The parameters with the types that the SDK gave them, or the refusal of the first one that is wrong. */
export function checkParams<P>(input: Hash, rules: Rules<P>, required: readonly (keyof P & string)[] = []): P {
  const checked = checkFields(input, rules as Record<string, AnyRule>, '');
  for (const name of required) {
    if (!(name in input)) throw refused(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
    if (input[name] === '') throw emptyValue(name);
  }
  return checked as P;
}

function checkFields(input: Hash, rules: Record<string, AnyRule>, path: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const param = path === '' ? name : `${path}[${name}]`;
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (!rule) throw refused(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
      return [name, checkValue(value, rule, param)];
    }),
  );
}

function checkValue(value: Input, rule: AnyRule, param: string): unknown {
  if (rule === 'metadata') return value;
  if (rule === 'range') return typeof value === 'string' ? integer(value, param) : bounds(value, param);
  if (typeof rule === 'string') return checkText(value, rule, param);
  if ('oneOf' in rule) return checkEnum(value, rule.oneOf, param);
  if ('each' in rule) {
    if (value === '') return [];
    if (!Array.isArray(value)) throw refused(`Invalid array`, { param });
    return value.map((each, at) => checkValue(each, rule.each, `${param}[${at}]`));
  }
  if (value === '') return null;
  if (typeof value === 'string' || Array.isArray(value)) throw refused('Invalid object', { param });
  return checkFields(value, rule.fields, param);
}

function checkText(value: Input, rule: 'text' | 'integer' | 'boolean', param: string): unknown {
  if (typeof value !== 'string') throw refused('Invalid string', { param });
  if (rule === 'text') return value;
  if (rule === 'integer') return integer(value, param);
  if (value !== 'true' && value !== 'false') throw refused(`Invalid boolean: ${value}`, { param });
  return value === 'true';
}

function checkEnum(value: Input, known: readonly string[], param: string): string {
  if (typeof value === 'string' && known.includes(value)) return value;
  throw refused(`Invalid ${param}: must be one of ${known.join(', ')}`, { param });
}

function integer(value: string, param: string): number {
  if (/^-?\d+$/.test(value)) return Number(value);
  throw refused(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param });
}

function bounds(value: Exclude<Input, string>, param: string): Record<string, unknown> {
  if (Array.isArray(value)) throw refused('Invalid object', { param });
  return checkFields(value, { gt: 'integer', gte: 'integer', lt: 'integer', lte: 'integer' }, param);
}

const emptyValue = (param: string) =>
  refused(`You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter.`, {
    code: 'parameter_invalid_empty',
    param,
  });
