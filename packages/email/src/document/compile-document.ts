import type { EmailDocument } from '@waggle/contracts/email-document';
import type { LoadMjml } from '../content/mjml.ts';
import { documentMjml } from './document-mjml.ts';
import { documentText } from './document-text.ts';

export type CompiledDocument = {
  html: string;
  text: string;
  /** What was taken out of HTML blocks, and of which. */
  removed: { blockId: string; message: string }[];
};

/**
 * A document into the HTML and text a campaign keeps, which are then compiled like any others. The same document gives the same
 * bytes, and every document of the schema gives some. MJML is handed in: it does not run in a browser.
 */
export async function compileDocument(document: EmailDocument, loadMjml: LoadMjml): Promise<CompiledDocument> {
  const { mjml, slots, notes } = documentMjml(document);
  const mjml2html = await loadMjml();
  const { html } = await mjml2html(mjml, {
    validationLevel: 'strict',
    ignoreIncludes: true,
    keepComments: false,
    useMjmlConfigOptions: false,
    fonts: {},
  });
  // Half of MJML's output is indentation, and of the language it knows nothing.
  const small = html.replaceAll(/\n\s+/g, '\n').replaceAll(' lang="und"', '');
  return { html: slots.fill(small), text: documentText(document), removed: notes };
}
