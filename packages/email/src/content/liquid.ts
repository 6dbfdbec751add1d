import {
  CaseTag,
  Context,
  defaultOperators,
  evalToken,
  IfTag,
  isFalsy,
  isTruthy,
  Liquid,
  Output,
  type Template,
  toValueSync,
  UnlessTag,
  type Value,
} from 'liquidjs';
import type { Personal } from './personal.ts';

/** A piece of a template: text that is the same in every mail, something to fill in, or a choice between pieces. */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'output'; value: (reader: Reader) => string }
  | { kind: 'choice'; choose: (reader: Reader) => number; branches: Piece[][] };

/** Characters of one value; a field has at most as many, so this only stops what was never meant to be printed. */
const longestValue = 10_000;

/** Added to outputs inside of addresses when content is compiled; authors cannot use it. */
export const inUrlFilter = 'in_url';

const engine = new Liquid({
  ownPropertyOnly: true,
  strictFilters: true,
  timezoneOffset: 0,
  locale: 'en',
  dateFormat: '%Y-%m-%d',
  parseLimit: 2_500_000,
  renderLimit: 50,
  memoryLimit: 1_000_000,
});
for (const name of Object.keys(engine.tags)) if (!['if', 'unless', 'case'].includes(name)) delete engine.tags[name];
for (const name of Object.keys(engine.filters))
  if (!['default', 'upcase', 'date'].includes(name)) delete engine.filters[name];
engine.registerFilter(inUrlFilter, (value: unknown) => encodeURIComponent(print(value).toWellFormed()));

/** What is known of one reader, under the names authors use. Missing and blank are the same: nothing. */
export class Reader {
  readonly #personal: Personal;
  #context: Context | undefined;

  constructor(personal: Personal) {
    this.#personal = personal;
  }

  get(name: string): Plain {
    const { attributes } = this.#personal;
    if (Object.hasOwn(ownFields, name)) {
      const own = plain(this.#personal[ownFields[name as keyof typeof ownFields]]);
      if (own !== null || name !== youngest) return own;
    }
    return Object.hasOwn(attributes, name) ? plain(attributes[name]) : null;
  }

  /** For the interpreter, which wants all of it at once. */
  get context(): Context {
    this.#context ??= new Context(this.#values(), engine.options, { sync: true }, { liquid: engine });
    return this.#context;
  }

  #values(): Record<string, Plain> {
    const names = [...Object.keys(this.#personal.attributes), ...readerFields];
    return Object.assign(Object.create(null), Object.fromEntries(names.map((name) => [name, this.get(name)])));
  }
}

export const ownFields = {
  first_name: 'firstName',
  last_name: 'lastName',
  email: 'email',
  phone: 'phone',
  company: 'company',
  tags: 'tagIds',
} as const;
/** Many have a custom field of its name from before; where it is empty that one speaks. */
const youngest = 'company';
export const readerFields = Object.keys(ownFields);

type Plain = string | number | boolean | null;

/** Control characters have no business in a mail, and a bidi override would turn the author's own words around. */
const unprintable = /[^\P{Cc}\t\n\r]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function plain(value: unknown): Plain {
  if (typeof value === 'string') {
    if (/^[!-~][ -~]{0,99}$/.test(value)) return value;
    const text = value.length > longestValue ? value.slice(0, longestValue) : value;
    const printable = text.replace(unprintable, '');
    return printable.trim() === '' ? null : printable;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return plain(value.filter((item) => ['string', 'number'].includes(typeof item)).join(', '));
  return null;
}

function print(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value) ? `${value as Plain}` : '';
}

/** Parses once what findTags has let through. Throws on anything else. */
export const parsePieces = (source: string): Piece[] => toPieces(engine.parse(source));

const toPieces = (templates: readonly Template[]): Piece[] => templates.map(toPiece);

function toPiece(template: Template): Piece {
  if (template instanceof Output) return toOutput(template.value);
  if (template instanceof IfTag || template instanceof UnlessTag) return toCondition(template);
  if (template instanceof CaseTag) return toCase(template);
  return { kind: 'text', text: (template.token as { getContent?: () => string }).getContent?.() ?? '' };
}

const toOutput = (value: Value): Piece => ({
  kind: 'output',
  value: directly(value) ?? ((reader) => print(evaluate(value, reader))),
});

type Token = { content?: unknown; operator?: unknown; variable?: unknown; props?: { content?: unknown }[] };

/** The field a token names, when it is nothing but a field. */
function fieldOf({ variable, props = [] }: Token): string | undefined {
  const [name, ...deeper] = props.map(({ content }) => content);
  return variable === undefined && deeper.length === 0 && typeof name === 'string' ? name : undefined;
}

const isNothing = (value: Plain): boolean => value === null || value === false;

/** `{{ name }}` and `{{ name | default: "there" }}` are most outputs, and need no interpreter: 0.1 µs instead of 3. */
function directly({ initial, filters }: Value): ((reader: Reader) => string) | undefined {
  const [token, ...more] = initial.postfix as Token[];
  const name = token && fieldOf(token);
  if (name === undefined || more.length > 0) return undefined;
  if (filters.length === 0) return (reader) => print(reader.get(name));

  const [filter, ...others] = filters;
  const fallback = (filter?.args[0] as Token | undefined)?.content;
  if (filter?.name !== 'default' || others.length > 0 || typeof fallback !== 'string') return undefined;
  return (reader) => (isNothing(reader.get(name)) ? fallback : String(reader.get(name)));
}

/** So are `{% if name %}` and `{% if name == "text" %}` among the conditions. */
function directTest({ initial, filters }: Value): ((reader: Reader) => boolean) | undefined {
  const [left, right, operator, ...more] = initial.postfix as Token[];
  const name = left && fieldOf(left);
  if (name === undefined || filters.length > 0 || more.length > 0) return undefined;
  if (right === undefined) return (reader) => !isNothing(reader.get(name));

  const text = right.content;
  if (typeof text !== 'string' || right.props) return undefined;
  if (operator?.operator === '==') return (reader) => reader.get(name) === text;
  return operator?.operator === '!=' ? (reader) => reader.get(name) !== text : undefined;
}

const evaluate = (value: Value, { context }: Reader): unknown => toValueSync(value.value(context) as never);

function toCondition(tag: IfTag | UnlessTag): Piece {
  const tests = tag.branches.map((branch) => {
    const test =
      directTest(branch.value) ?? ((reader: Reader) => isTruthy(evaluate(branch.value, reader), reader.context));
    return 'test' in branch && branch.test === isFalsy ? (reader: Reader) => !test(reader) : test;
  });
  return {
    kind: 'choice',
    choose(reader) {
      const at = tests.findIndex((test) => test(reader));
      return at === -1 ? tests.length : at;
    },
    branches: [...tag.branches.map(({ templates }) => toPieces(templates)), toPieces(tag.elseTemplates ?? [])],
  };
}

function toCase(tag: CaseTag): Piece {
  const branches = tag.branches;
  const equals = defaultOperators['=='] as (left: unknown, right: unknown, context: Context) => unknown;
  return {
    kind: 'choice',
    choose(reader) {
      const { context } = reader;
      const target = evaluate(tag.value, reader);
      const isHit = (token: (typeof branches)[number]['values'][number]) =>
        toValueSync(equals(target, toValueSync(evalToken(token, context) as never), context) as never) === true;
      const at = branches.findIndex(({ values }) => values.some(isHit));
      return at === -1 ? branches.length : at;
    },
    branches: [...branches.map(({ templates }) => toPieces(templates)), toPieces(tag.elseTemplates)],
  };
}

/** The whole as one string; for a subject, which is short. */
export const renderPieces = (pieces: readonly Piece[], reader: Reader): string =>
  pieces
    .map((piece) => {
      if (piece.kind === 'text') return piece.text;
      if (piece.kind === 'output') return piece.value(reader);
      return renderPieces(piece.branches[piece.choose(reader)] ?? [], reader);
    })
    .join('');
