import type { Placeholders } from './placeholders.ts';
import type { Complain } from './problems.ts';

export const isMjml = (source: string): boolean => /<mjml[\s>]/i.test(source);

/** MJML grows to ten times its size, and this much already takes half a second. */
const longest = 100_000;

/** Each selector is looked for in each element: 7,500 of them over 5,600 paragraphs took 67 s. */
const mostInlineSelectors = 200;

type MjmlError = { line: number; message: string };

type MjmlOptions = {
  validationLevel: 'strict';
  ignoreIncludes: boolean;
  keepComments: boolean;
  useMjmlConfigOptions: boolean;
  fonts: Record<string, string>;
};
/** Called for the first MJML alone: the package is 90 MB, and most campaigns are written in HTML. */
export type LoadMjml = () => Promise<
  (source: string, options: MjmlOptions) => { html: string } | Promise<{ html: string }>
>;

/** Strict: what MJML does not know is told to the author instead of left out. */
export async function compileMjml(
  source: string,
  placeholders: Placeholders,
  complain: Complain,
  loadMjml: LoadMjml,
): Promise<string> {
  if (source.length > longest) {
    complain(0, 'too_long', `MJML can have at most ${longest.toLocaleString('en')} characters.`);
    return '';
  }
  if (inlineSelectors(source) > mostInlineSelectors) {
    complain(0, 'too_long', `Inline styles can have at most ${mostInlineSelectors} selectors.`);
    return '';
  }
  const include = source.search(/<mj-include/i);
  if (include !== -1) {
    complain(
      offsetOfLine(source, source.slice(0, include).split('\n').length),
      'tag_not_allowed',
      '<mj-include> cannot be used here.',
    );
    return '';
  }
  const mjml2html = await loadMjml();
  try {
    const { html } = await mjml2html(source, {
      validationLevel: 'strict',
      ignoreIncludes: true,
      keepComments: false,
      useMjmlConfigOptions: false,
      // Fonts come from somebody else's server, which would learn who reads what.
      fonts: {},
    });
    for (const tag of placeholders.lostFrom(html))
      complain(tag.start, 'place_not_allowed', `"${tag.body}" has no effect here. Put it in <mj-text> or <mj-raw>.`);
    // Half of MJML's output is indentation, and of the language it knows nothing.
    return html.replaceAll(/\n\s+/g, '\n').replaceAll(' lang="und"', '');
  } catch (error) {
    const { errors } = error as { errors?: MjmlError[] };
    if (!errors) complain(0, 'mjml', "This MJML couldn't be read.");
    for (const { line, message } of errors ?? []) complain(offsetOfLine(source, line), 'mjml', message);
    return '';
  }
}

/** Upper bound of the selectors in `<mj-style inline="inline">`. */
function inlineSelectors(source: string): number {
  const styles = source.split(/<mj-style\b/i).slice(1);
  return styles
    .filter((style) => /^[^>]{0,200}inline/i.test(style))
    .reduce((sum, style) => sum + (style.split('</', 1)[0] ?? '').split(/[{,]/).length - 1, 0);
}

function offsetOfLine(source: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number += 1) at = source.indexOf('\n', at) + 1;
  return at + 1;
}
