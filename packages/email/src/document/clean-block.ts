import { type HtmlToTextOptions, htmlToText } from 'html-to-text';
import { HtmlCleaner } from '../content/clean-html.ts';
import { findTags } from '../content/grammar.ts';
import { LinkList } from '../content/links.ts';
import { withoutMarkers } from '../content/markers.ts';
import { Placeholders } from '../content/placeholders.ts';
import { literalText } from '../content/literal-text.ts';

/** Which fields exist is decided when the whole email is compiled. */
class AnyField extends Set<string> {
  override has(): boolean {
    return true;
  }
}
const anyField: ReadonlySet<string> = new AnyField();

/**
 * HTML of a person between blocks of ours: every element that is opened is closed, nothing runs. Conditions that do not
 * end inside are shown as text, or they would take the blocks below with them.
 */
export function cleanBlock(written: string): { html: string; text: () => string; removed: string[] } {
  const source = withoutMarkers(written.replaceAll('\0', ''));
  let isSound = true;
  const tags = findTags(source, anyField, () => (isSound = false), true);
  const text = isSound ? source : source.replaceAll(/\{(?=[{%])/g, '&#123;');
  const placeholders = new Placeholders(text, isSound ? tags : []);
  const removed: string[] = [];
  const cleaner = new HtmlCleaner({
    links: new LinkList(false, placeholders),
    placeholders,
    complain: (_, __, ___, message) => removed.push(message),
  });
  const { body } = cleaner.clean(placeholders.protect());
  return {
    html: placeholders.written(body),
    text: () => placeholders.writtenInText(literalText(htmlToText(body, textOptions))),
    removed,
  };
}

const textOptions: HtmlToTextOptions = { wordwrap: false, selectors: [{ selector: 'img', format: 'skip' }] };
