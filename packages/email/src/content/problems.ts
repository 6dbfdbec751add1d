/** Something in the author's content, where it stands and what to do about it. */
export type ContentProblem = {
  part: 'subject' | 'previewText' | 'html' | 'text';
  /** From 1, in what the author wrote. */
  line: number;
  code:
    | 'empty'
    | 'too_long'
    | 'not_text'
    | 'tag_not_closed'
    | 'tag_not_allowed'
    | 'filter_not_allowed'
    | 'not_understood'
    | 'unknown_field'
    | 'block_not_closed'
    | 'block_not_open'
    | 'too_many_tags'
    | 'place_not_allowed'
    | 'link_not_allowed'
    | 'too_many_links'
    | 'element_removed'
    | 'mjml'
    | 'clipped';
  message: string;
  /** An error keeps the campaign from being sent; a warning does not. */
  severity: 'error' | 'warning';
};

export type Complain = (
  /** Where it stands; a function where finding it takes a look at the whole source. */
  at: number | (() => number),
  code: ContentProblem['code'],
  message: string,
  severity?: ContentProblem['severity'],
) => void;

/** More would only be noise: the first problems explain the rest. */
const mostProblems = 50;

/** Collects problems of one part; `at` is an offset in its source. */
export function complaintsAbout(part: ContentProblem['part'], source: string, problems: ContentProblem[]): Complain {
  return (at, code, message, severity = 'error') => {
    if (problems.length >= mostProblems) return;
    const offset = typeof at === 'number' ? at : at();
    problems.push({ part, line: lineAt(source, offset), code, message, severity });
  };
}

export function lineAt(source: string, at: number): number {
  let line = 1;
  for (let found = source.indexOf('\n'); found !== -1 && found < at; found = source.indexOf('\n', found + 1)) line += 1;
  return line;
}
