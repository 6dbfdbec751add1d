import { type Condition, textOperators } from '@waggle/contracts/contact-rules';

type Custom = Extract<Condition, { kind: 'custom' }>;
type Content = string | number | boolean;
const fitsWords = (content: Content, condition: Custom) =>
  (textOperators as readonly string[]).includes(condition.op) && fitsText(String(content), condition);

/** What a condition says of a value, by the type of its field, without a database. */
export const fitsType: Record<string, (content: Content, condition: Custom) => boolean> = {
  text: fitsWords,
  choice: fitsWords,
  boolean: (content, { op }) => ({ isTrue: content === true, isFalse: content === false })[op as 'isTrue'] ?? false,
  number: (content, { op, value }) =>
    /^[+-]?\d+(\.\d+)?$/.test(value) && ordered(typeof content === 'number' ? content : null, op, Number(value)),
  date: (content, { op, value }) =>
    isDate(value) && ordered(isDate(String(content)) ? String(content) : null, op, value),
};

const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

function ordered<Value extends string | number>(known: Value | null, op: string, wanted: Value): boolean {
  if (op === 'isNot') return known !== wanted;
  if (known === null) return false;
  return { is: known === wanted, lessThan: known < wanted, greaterThan: known > wanted }[op as 'is'] ?? false;
}

type Text = Extract<Condition, { kind: 'text' }>;
type Named = Record<'first_name' | 'last_name' | 'phone' | 'company', string | null> & { email: string };

/** A company is the same with any spaces. */
export function fitsPart(person: Named, { field, op, value }: Text): boolean {
  const parts = { ...person, firstName: person.first_name, lastName: person.last_name };
  const isCompany = field === 'company' && (op === 'is' || op === 'isNot');
  const [part, typed] = [parts[field] ?? '', value].map((text) => (isCompany ? text.replaceAll(' ', '') : text));
  return fitsText(part ?? '', { op, value: typed ?? '' });
}

function fitsText(text: string, { op, value }: { op: string; value: string }): boolean {
  const [content, typed] = [text.toLowerCase(), value.toLowerCase()];
  switch (op) {
    case 'is':
      return content === typed;
    case 'isNot':
      return content !== typed;
    case 'contains':
      return content.includes(typed);
    case 'startsWith':
      return content.startsWith(typed);
    case 'endsWith':
      return content.endsWith(typed);
    case 'isEmpty':
      return content === '';
    default:
      return content !== '';
  }
}
