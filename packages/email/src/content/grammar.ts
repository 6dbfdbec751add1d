import type { Complain } from './problems.ts';

/** A `{{ … }}` or `{% … %}` of the author. */
export type Tag = {
  start: number;
  end: number;
  /** An output has its field here, a condition its keyword. */
  kind: 'output' | 'tag';
  word: string;
  /** Without delimiters, and in HTML with its entities decoded: editors write `&quot;` inside of tags. */
  body: string;
};

const mostTags = 2_000;
const deepest = 20;

const field = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const literal = String.raw`"[^"{}]{0,500}"|'[^'{}]{0,500}'|-?\d{1,15}(?:\.\d{1,15})?`;
const name = String.raw`[A-Za-z_][A-Za-z0-9_]{0,63}`;
const operand = `(?:${literal}|${name})`;
const argumentPattern = new RegExp(`^(?:${operand})$`);
const comparison = String.raw`${operand}(?:\s*(?:==|!=|<>|>=|<=|>|<)\s*${operand}|\s+contains\s+${operand})?`;
const condition = new RegExp(String.raw`^${comparison}(?:\s+(?:and|or)\s+${comparison})*$`);
const choices = new RegExp(String.raw`^${operand}(?:\s*(?:,|\bor\b)\s*${operand})*$`);
const fieldsIn = new RegExp(`${literal}|(${name})`, 'g');
const words = new Set(['and', 'or', 'contains', 'true', 'false', 'nil', 'null', 'blank', 'empty']);
/** No width: `%999999999Y` would ask for a gigabyte of zeros. */
const dateFormat = /^["'](?:[^%]|%[-_^0#]?[A-Za-z%])*["']$/;

const entities: Record<string, string> = { quot: '"', '#39': "'", apos: "'", lt: '<', gt: '>', amp: '&', nbsp: ' ' };
export const decodeTag = (text: string): string =>
  text.replace(/&(quot|#39|apos|lt|gt|amp|nbsp);/g, (_, entity: string) => entities[entity] ?? '');

/**
 * Finds the author's tags and holds them against the little Liquid that is allowed: outputs of known fields with
 * `default`, `upcase` and `date`, and if, unless and case. Everything else is refused here, before the engine sees it.
 */
export function findTags(source: string, known: ReadonlySet<string>, complain: Complain, isHtml = false): Tag[] {
  const tags: Tag[] = [];
  const opening = /\{\{|\{%/g;
  for (let found = opening.exec(source); found; found = opening.exec(source)) {
    const start = found.index;
    const kind = found[0] === '{{' ? 'output' : 'tag';
    const close = source.indexOf(kind === 'output' ? '}}' : '%}', start + 2);
    if (close === -1 || close - start > 2_000) {
      complain(start, 'tag_not_closed', `"${source.slice(start, start + 20)}" isn't closed.`);
      return tags;
    }
    if (tags.length >= mostTags) {
      complain(start, 'too_many_tags', `Use at most ${mostTags} fields and conditions.`);
      return tags;
    }
    const written = source.slice(start + 2, close);
    const body = (isHtml ? decodeTag(written) : written).replace(/^-|-$/g, '').trim();
    const tag = { start, end: close + 2, kind, word: /^[^\s|]*/.exec(body)?.[0] ?? '', body } as const;
    tags.push(tag);
    if (kind === 'output') checkOutput(tag, known, complain);
    opening.lastIndex = tag.end;
  }
  checkBlocks(tags, known, complain);
  return tags;
}

function checkOutput(tag: Tag, known: ReadonlySet<string>, complain: Complain): void {
  const [output = '', ...filters] = splitFilters(tag.body);
  if (!field.test(output)) complain(tag.start, 'not_understood', `"{{ ${tag.body} }}" isn't valid.`);
  else checkField(tag, output, known, complain);
  for (const filter of filters) checkFilter(tag, filter, known, complain);
}

function checkFilter(tag: Tag, filter: string, known: ReadonlySet<string>, complain: Complain): void {
  const colon = filter.indexOf(':');
  const filterName = (colon === -1 ? filter : filter.slice(0, colon)).trim();
  const argument = colon === -1 ? undefined : filter.slice(colon + 1).trim();
  const isUnderstood = Object.hasOwn(filters, filterName) ? filters[filterName] : undefined;
  if (!isUnderstood)
    complain(tag.start, 'filter_not_allowed', `"${filterName}" can't be used here. Use default, upcase or date.`);
  else if (!isUnderstood(argument)) complain(tag.start, 'not_understood', `"{{ ${tag.body} }}" isn't valid.`);
  else if (argument !== undefined && field.test(argument)) checkField(tag, argument, known, complain);
}

/** Whether a filter may have this argument. */
const filters: Record<string, (argument: string | undefined) => boolean> = {
  default: (argument = '') => argumentPattern.test(argument),
  upcase: (argument) => argument === undefined,
  date: (argument) => argument === undefined || (argumentPattern.test(argument) && dateFormat.test(argument)),
};

/** At bars outside of quotes. */
const splitFilters = (body: string): string[] =>
  (body.match(/(?:"[^"]*"|'[^']*'|[^|"']|["'])+|(?<=\|)$/g) ?? ['']).map((part) => part.trim());

function checkField(tag: Tag, used: string, known: ReadonlySet<string>, complain: Complain): void {
  if (!words.has(used) && !known.has(used)) complain(tag.start, 'unknown_field', `The field "${used}" doesn't exist.`);
}

const closers: Record<string, string> = { if: 'endif', unless: 'endunless', case: 'endcase' };

function checkBlocks(tags: readonly Tag[], known: ReadonlySet<string>, complain: Complain): void {
  const open: { tag: Tag; hasElse: boolean }[] = [];
  for (const tag of tags.filter(({ kind }) => kind === 'tag')) {
    const rest = tag.body.slice(tag.word.length).trim();
    const inner = open.at(-1);
    if (tag.word in closers) {
      open.push({ tag, hasElse: false });
      if (open.length > deepest)
        return complain(tag.start, 'too_many_tags', `Conditions can be nested up to ${deepest} levels deep.`);
    } else if (!inner || !belongs(inner, tag.word)) {
      complainOfStranger(tag, complain);
      continue;
    } else if (tag.word === closers[inner.tag.word]) open.pop();
    else if (tag.word === 'else') inner.hasElse = true;
    checkRest(tag, rest, known, complain);
  }
  for (const { tag } of open)
    complain(tag.start, 'block_not_closed', `"{% ${tag.body} %}" is missing "{% ${closers[tag.word]} %}".`);
}

const belongs = (inner: { tag: Tag; hasElse: boolean }, word: string): boolean =>
  word === closers[inner.tag.word] ||
  (!inner.hasElse && (word === 'else' || word === (inner.tag.word === 'case' ? 'when' : 'elsif')));

function complainOfStranger(tag: Tag, complain: Complain): void {
  if (['elsif', 'else', 'when', ...Object.values(closers)].includes(tag.word))
    complain(tag.start, 'block_not_open', `"{% ${tag.body} %}" doesn't belong to any open condition.`);
  else complain(tag.start, 'tag_not_allowed', `"${tag.word}" can't be used here. Use if, unless or case.`);
}

function checkRest(tag: Tag, rest: string, known: ReadonlySet<string>, complain: Complain): void {
  const patterns: Record<string, RegExp> = {
    if: condition,
    elsif: condition,
    unless: condition,
    case: argumentPattern,
    when: choices,
  };
  if (!(patterns[tag.word] ?? /^$/).test(rest))
    complain(tag.start, 'not_understood', `"{% ${tag.body} %}" isn't valid.`);
  else for (const [, used] of rest.matchAll(fieldsIn)) if (used) checkField(tag, used, known, complain);
}
