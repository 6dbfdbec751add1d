/** Text in which a brace must not begin a tag. */
export const literalText = (text: string): string => text.replaceAll(/\{(?=[{%])/g, '{ ');
