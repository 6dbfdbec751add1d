import { saveFile } from '#ui/save-file.ts';

export const sampleName = 'contact_import_sample.csv';

const rows = [
  'email,first name,last name,phone,company',
  'ann.keller@example.com,Ann,Keller,+1 503 555 0107,Keller & Sons',
  'milo.brandt@example.com,Milo,Brandt,+1 503 555 0126,',
  'lucy.abernathy@example.com,Lucy,Abernathy,,Abernathy Books',
];

/** Made in the browser, so the sample needs no call and no file on the server. */
export function downloadSample(): void {
  saveFile(new Blob([`${rows.join('\r\n')}\r\n`], { type: 'text/csv' }), sampleName);
}
