import type { FormDefinition } from '@waggle/contracts/form-definition';
import type { Filled } from './form-html.ts';
import type { Language } from './texts.ts';

/** What the script of a page knows of its form; all of it may be read by everybody. */
export type PageData = Pick<Filled, 'token' | 'carried'> &
  Pick<FormDefinition, 'fields' | 'pages'> & {
    id: string;
    version: number;
    language: Language;
    settings: Pick<FormDefinition['settings'], 'title' | 'submitText' | 'thankYouMessage' | 'redirectUrl'>;
    proofOfWork: boolean;
  };

export const dataId = 'waggle-form';

/** As data in the page. Nothing in it can end the element: no character of HTML is written as itself. */
export const dataHtml = (data: PageData): string =>
  `<script type="application/json" id="${dataId}">${JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escaped)}</script>`;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
