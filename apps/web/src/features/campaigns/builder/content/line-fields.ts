/** Fields in one line of text, such as the subject. The grammar of tags is the server's; what it does not know is left as it is. */
const tag = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*(?:\|\s*default:\s*(?:"([^"{}]*)"|'([^'{}]*)')\s*)?\}\}/g;

/** The grammar has no escapes: a text with both quotes keeps one kind. */
function quoted(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  return text.includes("'") ? `"${text.replaceAll('"', '”')}"` : `'${text}'`;
}

const tagOf = (field: string, fallback = ''): string =>
  fallback === '' ? `{{ ${field} }}` : `{{ ${field} | default: ${quoted(fallback)} }}`;

/** Each field of a line once, with what stands for it where a contact has none. */
export const fieldsIn = (line: string): Map<string, string> =>
  new Map([...line.matchAll(tag)].map(([, field = '', one, other]) => [field, one ?? other ?? '']));

/** The fallback of a field, wherever it stands in the line. */
export const withFallback = (line: string, field: string, fallback: string): string =>
  line.replaceAll(tag, (whole, found: string) =>
    found === field ? tagOf(field, fallback.replaceAll(/[{}]/g, '')) : whole,
  );

type Range = { from: number; to: number };

/** The line with a field in place of what is selected, and where the caret stands then. */
export function withField(line: string, field: string, { from, to }: Range): { line: string; caret: number } {
  const inserted = tagOf(field);
  return { line: `${line.slice(0, from)}${inserted}${line.slice(to)}`, caret: from + inserted.length };
}
