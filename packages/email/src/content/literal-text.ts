/** Text in which a brace must not begin a tag, nor together with what is written behind it. */
export const literalText = (text: string): string => text.replaceAll(/\{(?=[{%]|$)/g, '{ ');
