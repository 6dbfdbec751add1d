import { EditorState, type Extension } from '@codemirror/state';

/**
 * CodeMirror takes \r\n, \r and \n for line ends and gives all of them back as \n. With one separator named it splits at nothing else,
 * so the others stay characters of their line. Text from Windows throughout goes on as such; where ends are mixed, each is kept.
 */
export const separatorFor = (text: string): Extension => EditorState.lineSeparator.of(isWindows(text) ? '\r\n' : '\n');

function isWindows(text: string): boolean {
  const ends = text.match(/\r\n|\r|\n/g);
  return ends !== null && ends.every((end) => end === '\r\n');
}

/** The whole text with the separators it came with; `doc.toString()` would write \n. */
export const documentOf = (state: EditorState): string => state.sliceDoc();
