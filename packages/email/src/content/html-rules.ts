const setOf = (names: string) => new Set(names.split(' '));

/** Kept. Everything else is taken out: its tags, and for those below also what is between them. */
export const allowedElements = setOf(
  'a abbr acronym address area article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div ' +
    'dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label li main map mark nav ol p ' +
    'picture pre q s samp section small source span strike strong style sub sup table tbody td tfoot th thead time title tr tt u ul ' +
    'var wbr',
);
/** What Outlook reads inside of its conditional comments. */
export const outlookElement = /^(?:[vow]:[a-z0-9]+|xml|noscript)$/;

export const droppedWithContent = setOf(
  'script noscript template iframe frameset object embed applet svg math textarea select button xmp noembed noframes plaintext ' +
    'audio video canvas dialog',
);
export const voidElements = setOf('area base br col embed hr img input link meta source wbr');

/** Elements a new one closes without a word, as browsers read it. */
export const closedBy: Record<string, ReadonlySet<string>> = {
  li: setOf('li p'),
  dt: setOf('dt dd p'),
  dd: setOf('dt dd p'),
  td: setOf('td th p'),
  th: setOf('td th p'),
  tr: setOf('td th tr p'),
  a: setOf('a'),
};
const closesParagraph = setOf(
  'address article aside blockquote center div dl figure footer h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul',
);
const nothing: ReadonlySet<string> = new Set();
const paragraph = setOf('p');
export const closesAtStart = (name: string): ReadonlySet<string> =>
  closedBy[name] ?? (closesParagraph.has(name) ? paragraph : nothing);

const attributeName = /^[a-z][a-z0-9:_-]{0,60}$/;
const droppedAttributes = setOf(
  'srcdoc formaction action ping popover popovertarget autofocus contenteditable is slot name form lowsrc dynsrc srcset longdesc cite',
);
export const isAllowedAttribute = (name: string, element: string): boolean =>
  attributeName.test(name) &&
  !name.startsWith('on') &&
  (!droppedAttributes.has(name) || (name === 'name' && ['a', 'map', 'meta'].includes(element)));

export const linkAttributes = setOf('href xlink:href');
export const sourceAttributes = setOf('src background poster o:href');

const metaNames = setOf(
  'viewport color-scheme supported-color-schemes format-detection x-apple-disable-message-reformatting',
);
export const isAllowedMeta = (attributes: ReadonlyMap<string, string>): boolean =>
  !attributes.has('http-equiv') && metaNames.has(attributes.get('name')?.toLowerCase() ?? '');

/** Only what shows and hides parts of a mail without a script; MJML builds accordions of them. */
export const isAllowedInput = (attributes: ReadonlyMap<string, string>): boolean =>
  ['checkbox', 'radio'].includes(attributes.get('type')?.toLowerCase() ?? '');
